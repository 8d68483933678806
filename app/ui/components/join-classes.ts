/** Joins class names for one attribute; absent ones are skipped. */
export function joinClasses(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
