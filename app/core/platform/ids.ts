import { v7 } from 'uuid';

/** A new id: UUIDv7, so that rows written together lie together in the index. */
export function newId(): string {
  return v7();
}

/** When an id was made. It stands in its first 48 bits, in milliseconds. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** Below every id of a moment and after it, above every earlier one. */
export function lowestIdAt(time: Date): string {
  const stamp = time.getTime().toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for text that could be one of our ids; anything else cannot name a row and is a 404. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
