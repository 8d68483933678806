import { v7 } from 'uuid';

/** A new id: UUIDv7, so that rows created together are close together in the index. */
export function newId(): string {
  return v7();
}

/** The time at which an id was created: its first 48 bits, in milliseconds. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** A bound for comparisons: below every id created at `time` or later, above every earlier id. */
export function lowestIdAt(time: Date): string {
  const stamp = time.getTime().toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for text in the format of our ids; other text cannot name a row and is a 404. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** An id as the 16 bytes of a column for which text would be too large. */
export function shortId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** The id of 16 bytes. */
export function longId(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
