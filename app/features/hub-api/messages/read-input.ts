/** The arguments of a call as the object that they are; null for what is not whole, or none. */
export function readInput(json: string): Record<string, unknown> | null {
  // Most of what is looked at has not ended, and that is seen without reading it.
  if (!json.trimEnd().endsWith('}')) return null;
  try {
    const input: unknown = JSON.parse(json);
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? (input as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
