import type { PriceClass, PriceRule } from '#app/contracts/price.ts';

/** What a list says of one offer. */
export interface Listed {
  provider: string;
  /** What the provider calls the model. */
  upstreamModel: string;
  name: string;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  rules: PriceRule[];
}

/** The public id of the model that a list's entry is about, where the catalogue does not know it otherwise. */
export function modelIdOf({ provider, upstreamModel }: Pick<Listed, 'provider' | 'upstreamModel'>): string {
  return (upstreamModel.includes('/') ? upstreamModel : `${provider}/${upstreamModel}`).toLowerCase();
}

/** A list that was read: offers, and what was left out with the reason. */
export interface PriceList {
  listed: Listed[];
  skipped: string[];
}

/** The list is not what it should be; the message names the path in the JSON. */
export class PriceListError extends Error {}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record at a path. @throws PriceListError naming the path */
export function recordAt(value: unknown, path: string): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw new PriceListError(`${path} must be an object.`);
}

/** A text at a path. @throws PriceListError naming the path */
export function textAt(value: unknown, path: string): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 160) return value;
  throw new PriceListError(`${path} must be a text of at most 160 characters.`);
}

/**
 * An amount at a path; null for one that is missing or zero, which is no price.
 * @throws PriceListError naming the path for what is no amount
 */
export function amountAt(value: unknown, path: string, exponent: 6 | 12): bigint | null {
  if (value === undefined || value === null || value === '') return null;
  const pico = toPico(value, exponent);
  if (pico === null) throw new PriceListError(`${path} must be an amount in dollars, not ${shown(value)}.`);
  return pico === 0n ? null : pico;
}

/** What stands in a list in the place of an amount, as far as a message has room for it. */
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 40);

/** Reads rates by the names that a list gives them. @throws PriceListError */
export function ratesAt(
  record: Record<string, unknown>,
  path: string,
  names: readonly (readonly [field: string, name: PriceClass])[],
  exponent: 6 | 12,
): Partial<Record<PriceClass, bigint>> {
  const rates: Partial<Record<PriceClass, bigint>> = {};
  for (const [field, name] of names) {
    const amount = amountAt(record[field], `${path}.${field}`, exponent);
    if (amount !== null) rates[name] = amount;
  }
  return rates;
}

/** A count of tokens, or null where there is none. */
export function countOr(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null;
}

/**
 * Dollars as pico-dollars, exactly: `1.5e-07` a token is 150,000.
 * @param exponent how many places the unit adds: 12 for one token, 6 for a million tokens
 * @returns null for what is no amount, is negative, or is finer than a pico-dollar
 */
export function toPico(value: unknown, exponent: 6 | 12): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const match = /^(\d{1,15})(?:\.(\d{1,25}))?(?:e([+-]?\d{1,2}))?$/i.exec(String(value).trim());
  if (!match) return null;
  const [, whole = '', fraction = '', power = '0'] = match;
  const digits = BigInt(whole + fraction);
  const places = exponent + Number(power) - fraction.length;
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return digits % divisor === 0n ? digits / divisor : null;
}
