import { trimEnd } from './text/trim-end.ts';

/**
 * Money is integers: micro-dollars (10^-6 $) in accounts and the ledger, pico-dollars (10^-12 $) per token in
 * prices; one rounding per generation, half up, and at least one micro-dollar for usage with a price.
 */
export type Micro = bigint;
export type Pico = bigint;

export const MICRO_PER_DOLLAR = 1_000_000n;
export const PICO_PER_MICRO = 1_000_000n;

/**
 * Tokens of one generation. Reasoning is part of `completionTokens`. The parts of `promptTokens` do not
 * overlap: tokens that are cached or written to the cache are not counted as image or sound.
 */
export interface TokenUsage {
  promptTokens: number;
  /** Part of `promptTokens`: read from the provider's cache. */
  cachedTokens: number;
  completionTokens: number;
  reasoningTokens: number;
  /** Part of `promptTokens`: written to the cache, for minutes. */
  cacheWriteTokens?: number;
  /** Part of `promptTokens`: written to the cache for an hour, which some makers sell at a higher price. */
  cacheWriteLongTokens?: number;
  /** Part of `promptTokens`: images, neither cached nor written to the cache. */
  imageTokens?: number;
  /** Part of `cachedTokens`: images. */
  cachedImageTokens?: number;
  /** Part of `promptTokens`: sound. */
  audioTokens?: number;
  /** Part of `completionTokens`: images. */
  imageOutputTokens?: number;
}

/** Rounds pico-dollars to micro-dollars, half up. */
export function toMicro(pico: Pico): Micro {
  return (pico + PICO_PER_MICRO / 2n) / PICO_PER_MICRO;
}

/** `$0.0021`: at least two decimals, more for a small amount, never rounded to zero. */
export function formatMicro(micro: Micro): string {
  const sign = micro < 0n ? '-' : '';
  const size = micro < 0n ? -micro : micro;
  if (size > 0n && size < 100n) return `${sign}<$0.0001`;
  const hundredths = size >= MICRO_PER_DOLLAR || size === 0n;
  const unit = hundredths ? 10_000n : 100n;
  const rounded = (size + unit / 2n) / unit;
  const digits = hundredths ? 2 : 4;
  const scale = 10n ** BigInt(digits);
  const fraction = (rounded % scale).toString().padStart(digits, '0');
  return `${sign}$${(rounded / scale).toLocaleString('en-US')}.${fraction}`;
}

/**
 * `$9.999955`: exact to the micro-dollar, with at least two decimals, for ledgers whose lines must add up.
 */
export function formatExactly(micro: Micro): string {
  const size = micro < 0n ? -micro : micro;
  const whole = (size / MICRO_PER_DOLLAR).toLocaleString('en-US');
  const fraction = (size % MICRO_PER_DOLLAR)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${micro < 0n ? '-' : ''}$${whole}.${fraction}`;
}

const MICRO_PER_CENT = 10_000n;

/** `$9.99`: an amount in whole cents, rounded down; `<$0.01` for less than one cent. */
export function formatCents(micro: Micro): string {
  const size = micro < 0n ? -micro : micro;
  const sign = micro < 0n ? '-' : '';
  if (size > 0n && size < MICRO_PER_CENT) return `${sign}<$0.01`;
  const cents = size / MICRO_PER_CENT;
  return `${sign}$${(cents / 100n).toLocaleString('en-US')}.${(cents % 100n).toString().padStart(2, '0')}`;
}

const DOLLARS = /^\$?(\d{1,9})(?:\.(\d{1,6}))?$/;

/** Parses typed dollars, `5`, `2.50` or `$0.000001`, to micro-dollars; null for any other text. */
export function parseDollars(text: string): Micro | null {
  const [, whole, fraction = ''] = DOLLARS.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole) * MICRO_PER_DOLLAR + BigInt(fraction.padEnd(6, '0'));
}

/** `2.5`: an exact amount in the format that `parseDollars` reads. */
export function toDollars(micro: Micro): string {
  return exactDollars(micro * PICO_PER_MICRO);
}

const PICO_DIGITS = 12;

/** `0.0000025`: an exact decimal of dollars, without a currency sign and without trailing zeros. */
export function exactDollars(pico: Pico): string {
  const digits = (pico < 0n ? -pico : pico).toString().padStart(PICO_DIGITS + 1, '0');
  const fraction = trimEnd(digits.slice(-PICO_DIGITS), '0');
  const whole = `${pico < 0n ? '-' : ''}${digits.slice(0, -PICO_DIGITS)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** `$0.15`: a price per million tokens. One dollar per million tokens is 1,000,000 pico-dollars per token. */
export function formatPerMillion(pico: Pico): string {
  const dollars = Number(pico) / 1_000_000;
  const digits = dollars >= 0.1 || dollars === 0 ? 2 : 4;
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`;
}
