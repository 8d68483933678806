/** Where the newest unfinished picture of a reply of the reader is. @param number another one for each of them */
export function partialPath(generationId: string, number: number): string {
  return `/replies/${generationId}/partial?${number}`;
}
