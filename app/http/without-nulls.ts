import { Transform } from 'node:stream';

/**
 * Takes null bytes out of a page on its way. React writes a character of several bytes that does not fit into the rest
 * of its buffer into the next one, and sends the rest along as nulls: a mark in the middle of a word, or a link that
 * leads nowhere. No page of ours has one of its own.
 */
export function withoutNulls(): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      done(null, bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes);
    },
  });
}
