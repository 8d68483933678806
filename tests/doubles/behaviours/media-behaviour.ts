import type { ErrorCode } from '#app/contracts/errors.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { MediaSubject, Trait } from './media-subjects.ts';

/** All that came of one order. */
export interface MediaOutcome {
  /** How many orders the provider has taken. */
  taken: number;
  /** Whether we heard that it had taken one. */
  heard: boolean;
  progress: number[];
  /** Of each piece: its address, or `bytes`. */
  pieces: string[];
  /** Unfinished pictures. */
  partials: number;
  /** Names of headers that an address wants. */
  headers: string[];
  refused: string[];
  usage: TokenUsage | null;
  error: {
    at: 'order' | 'look' | 'cancel' | 'find';
    code: ErrorCode;
    /** 400 to 499: surely not taken. */
    isSurelyRefused: boolean;
    retryable: boolean;
    retryAfterMs: number | null;
    param: string | null;
    message: string;
  } | null;
  threwReason: boolean;
  /** What a search by our key found: the order's name as it would have been, nothing, or something else. */
  found: 'order' | 'nothing' | 'another' | null;
  cancelled: boolean | null;
  /** Whether the key went to where a redirect leads. */
  strayed: boolean;
  /** Whether the provider saw us leave. */
  left: boolean;
  poured: number;
}

export type MediaExpected = Partial<Omit<MediaOutcome, 'error' | 'usage'>> & {
  error?: Partial<NonNullable<MediaOutcome['error']>> | null;
  usage?: Partial<TokenUsage> | null;
};

/** One thing that a provider of pictures or videos may do, and what an adapter must make of it. */
export interface MediaBehaviour {
  name: string;
  /** What the prompt tells the double (app/sandbox/media/directive.ts). */
  directive: string;
  /** Without these there is no such thing. */
  needs?: readonly Trait[];
  count?: number;
  /** An option that no model takes. */
  isBadOption?: boolean;
  /** What follows the order, instead of looks until it ends. */
  next?: 'find' | 'find-unreached' | 'cancel' | 'cancel-ended' | 'leave';
  expected: MediaExpected | ((subject: MediaSubject) => MediaExpected);
}

/** Why a behaviour does not exist for a subject; null where it does. */
export function whyNever({ needs = [] }: MediaBehaviour, { lacks }: MediaSubject): string | null {
  for (const trait of needs) {
    const why = lacks[trait];
    if (why !== undefined) return why;
  }
  return null;
}
