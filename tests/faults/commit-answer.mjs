/** Of a COMMIT's yes, with its header. */
export const OK_BYTES = 11;
const MORE_RESULTS = 0x08;

/**
 * Whether what a database has just sent ends with its yes to a COMMIT: the last of what was sent with it. The statements
 * before it are answered one by one and say that more follows.
 * @param {Uint8Array} bytes
 */
export function endsWithCommitted(bytes) {
  const packet = bytes.slice(-OK_BYTES);
  const [length, , , , header] = packet;
  return packet.length === OK_BYTES && length === 7 && header === 0 && (packet[7] & MORE_RESULTS) === 0;
}
