import type { PriceClass, PriceRule } from '#app/contracts/price.ts';

/** One offer of a price list. */
export interface Listed {
  provider: string;
  /** The provider's name for the model. */
  upstreamModel: string;
  name: string;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  rules: PriceRule[];
}

/** The public id of the model of a list's entry, unless the catalogue knows it by another id. */
export function modelIdOf({ provider, upstreamModel }: Pick<Listed, 'provider' | 'upstreamModel'>): string {
  return (upstreamModel.includes('/') ? upstreamModel : `${provider}/${upstreamModel}`).toLowerCase();
}

/** A list that was read: its offers, and the skipped entries with the reason. */
export interface PriceList {
  listed: Listed[];
  skipped: string[];
}

/** The list is invalid; the message names the path in the JSON. */
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
 * An amount at a path; null for a missing amount or zero, which is not a price.
 * @throws PriceListError naming the path of an invalid amount
 */
export function amountAt(value: unknown, path: string, exponent: 6 | 12): bigint | null {
  if (value === undefined || value === null || value === '') return null;
  const pico = toPico(value, exponent);
  if (pico === null) throw new PriceListError(`${path} must be an amount in dollars, not ${shown(value)}.`);
  return pico === 0n ? null : pico;
}

/** The invalid value, shortened for a message. */
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 40);

/** Reads rates by the field names of a list. @throws PriceListError */
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

/** A count of tokens, or null when there is none. */
export function countOr(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null;
}

/**
 * Dollars as pico-dollars, exactly: `1.5e-07` per token is 150,000.
 * @param exponent number of places that the unit adds: 12 for one token, 6 for a million tokens
 * @returns null for a value that is not an amount, is negative, or is finer than a pico-dollar
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
