import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import { dialectOf, PROVIDERS, type ProviderFacts } from '#app/contracts/providers.ts';
import { PROVIDER_LIST, providerOf } from './list.ts';
import type { CallParts } from './provider.ts';
import type { RequestedOptions } from './shared/options.ts';

const SUPPORTED = new Map<Dialect | null, ReadonlySet<string>>(
  PROVIDER_LIST.flatMap(({ dialect, options }) =>
    options ? [[dialect, new Set(options.supported)] as const] : [],
  ),
);

const MAX_VIDEO_CHARACTERS = new Map(
  PROVIDERS.map(({ id, maxVideoCharacters }: ProviderFacts) => [id, maxVideoCharacters]),
);

/**
 * Whether a dialect can state the maximum length of an answer; else the reader of the answer ends it there.
 */
export function supportsLimit(dialect: Dialect | null): boolean {
  return !providerOf(dialect)?.options?.hasNoLimit;
}

/** Whether a dialect supports an option. An unsupported option is left out and reported. */
export function supportsOption(dialect: Dialect | null, option: string): boolean {
  return SUPPORTED.get(dialect)?.has(option) ?? true;
}

/**
 * The options that an adapter leaves out because of their values, of each other or of the model: temperature
 * beside thoughts, top_p beside temperature. A name such as `stop[1]` is one entry of a list.
 */
export function omittedOptions(dialect: Dialect | null, call: RequestedOptions): string[] {
  return providerOf(dialect)?.options?.omitted?.(call) ?? [];
}

/** The fields of an offer that decide over which dialect it is called. */
interface SpokenOffer {
  provider: string;
  /** Its own dialect, if it differs from its provider's default. */
  dialect?: Dialect | null;
}

/** Max tokens that the dialect of an offer adds to a call. */
export function maxAddedByDialect({ dialect, provider }: SpokenOffer, call: CallParts): number {
  return providerOf(dialect ?? dialectOf(provider))?.tokens?.max(call) ?? 0;
}

/** Min tokens that an offer bills for explaining the tools of a call. @param choice its `tool_choice` */
export function minToolTokens({ dialect, provider }: SpokenOffer, choice: unknown): number {
  return providerOf(dialect ?? dialectOf(provider))?.tokens?.minForTools?.(choice) ?? 0;
}

/** Whether a provider accepts a video of this size in bytes within a request. */
export function acceptsVideoSize(provider: string, bytes: number): boolean {
  return Math.ceil(bytes / 3) * 4 <= (MAX_VIDEO_CHARACTERS.get(provider) ?? Number.POSITIVE_INFINITY);
}
