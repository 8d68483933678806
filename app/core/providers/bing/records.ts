import { StringDecoder } from 'node:string_decoder';
import { malformed } from '#app/core/providers/shared/json.ts';
import type { Framing } from '#app/core/providers/shared/read-reply.ts';

/** Ends each record of SignalR. */
const SEPARATOR = '\u001E';

/** Longest record, in UTF-16 units. The last one has the whole answer up to three times. */
const RECORD_LIMIT = 1024 * 1024;

/** One record as it goes over the wire. */
export function recordOf(value: unknown): string {
  return JSON.stringify(value) + SEPARATOR;
}

/** Takes what arrives apart at the separators, however it was cut; each byte is looked at once. */
export class RecordDecoder implements Framing {
  readonly #text = new StringDecoder('utf8');
  /** Pieces of the record that has not ended. */
  #open: string[] = [];
  #size = 0;

  push(bytes: Uint8Array): string[] {
    const parts = this.#text.write(bytes).split(SEPARATOR);
    const rest = parts.pop() ?? '';
    const records = parts.map((part, place) => (place === 0 ? this.#close(part) : part));
    if (rest !== '') this.#open.push(rest);
    this.#size += rest.length;
    if (this.#size > RECORD_LIMIT) throw malformed(`a record is longer than ${RECORD_LIMIT} characters`);
    return records.filter((record) => record !== '');
  }

  /** Half a record says nothing. */
  end(): string[] {
    return [];
  }

  #close(last: string): string {
    const record = this.#open.length === 0 ? last : this.#open.join('') + last;
    this.#open = [];
    this.#size = 0;
    return record;
  }
}
