/** Size of the OK answer to a COMMIT, with its header. */
export const OK_BYTES = 11;
const MORE_RESULTS = 0x08;

/**
 * Whether the data that a database has just sent ends with the OK to a COMMIT. The statements before it are
 * answered one by one, with the flag that more follows.
 * @param {Uint8Array} bytes
 */
export function endsWithCommitted(bytes) {
  const packet = bytes.slice(-OK_BYTES);
  const [length, , , , header] = packet;
  return packet.length === OK_BYTES && length === 7 && header === 0 && (packet[7] & MORE_RESULTS) === 0;
}
