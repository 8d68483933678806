const COM_QUERY = 0x03;
const HEADER_BYTES = 4;

/**
 * Cuts one direction of a MySQL connection into packets: three bytes of length, one of sequence, the payload.
 * @returns a function that takes the bytes as they arrive and returns the complete packets, headers included
 */
export function createPacketReader(): (bytes: Buffer) => Buffer[] {
  let pending = Buffer.alloc(0);
  return (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    const packets: Buffer[] = [];
    while (pending.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + pending.readUIntLE(0, 3);
      if (pending.length < end) break;
      packets.push(pending.subarray(0, end));
      pending = pending.subarray(end);
    }
    return packets;
  };
}

/** The statement of a query packet, else ''. */
export function statementOf(packet: Buffer): string {
  return packet[HEADER_BYTES] === COM_QUERY ? packet.toString('utf8', HEADER_BYTES + 1) : '';
}
