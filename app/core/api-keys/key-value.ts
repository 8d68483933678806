import { hash, randomInt } from 'node:crypto';

/**
 * `sk-par-`, 32 random letters and digits (190 bits), and a checksum of 6: a typing error is refused without
 * a database query, and scanners for leaked secrets can recognize keys.
 */
const PREFIX = 'sk-par-';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LETTERS = 32;
const CHECK_LETTERS = 6;
const SHOWN_LETTERS = 4;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LETTERS + CHECK_LETTERS}}$`);

export function newKeyValue(): string {
  const letters = Array.from({ length: RANDOM_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  const head = PREFIX + letters.join('');
  return head + checksum(head);
}

/** True for text in the format of our keys: right shape, right checksum. */
export function isKeyValue(text: string): boolean {
  return SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECK_LETTERS)));
}

/** The hash by which a value is looked up. It needs no salt: a value has too many bits to be guessed. */
export function hashKeyValue(value: string): string {
  return hash('sha256', value, 'hex');
}

/** The part of a value by which its owner recognizes it. */
export function prefixOf(value: string): string {
  return value.slice(0, PREFIX.length + SHOWN_LETTERS);
}

/** `sk-par-Ab3d…` */
export function maskedValue(prefix: string): string {
  return `${prefix}…`;
}

/** The first bits of the SHA-256 of the text before the checksum, as 6 digits in base 62. */
function checksum(head: string): string {
  let rest = hash('sha256', head, 'buffer').readUIntBE(0, 6);
  let digits = '';
  for (let place = 0; place < CHECK_LETTERS; place += 1) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
