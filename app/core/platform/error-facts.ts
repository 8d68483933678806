/** What a log may know of an error. Not the whole object: a driver's error carries the statement and its values. */
export function errorFacts(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, message, stack } = error;
  return stack === undefined ? { name, message } : { name, message, stack };
}
