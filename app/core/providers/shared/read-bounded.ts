/**
 * Reads a body up to a limit and hangs up on the rest.
 * @param limit bytes
 */
export async function readBounded(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  while (size < limit) {
    const { value, done } = await reader.read();
    if (done) return Buffer.concat(parts).toString('utf8');
    parts.push(value);
    size += value.length;
  }
  // The rest is not wanted; how the connection ends does not matter any more.
  await reader.cancel().catch(() => undefined);
  return Buffer.concat(parts).subarray(0, limit).toString('utf8');
}
