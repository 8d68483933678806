import type { ErrorCode } from '#app/contracts/errors.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { MediaSubject, Trait } from './media-subjects.ts';

/** The complete outcome of one order. */
export interface MediaOutcome {
  /** Number of orders that the provider has accepted. */
  taken: number;
  /** Whether the adapter reported that an order was accepted. */
  heard: boolean;
  progress: number[];
  /** For each piece: its address, or `bytes`. */
  pieces: string[];
  /** Unfinished images. */
  partials: number;
  /** Names of the headers that a result address requires. */
  headers: string[];
  refused: string[];
  usage: TokenUsage | null;
  error: {
    at: 'order' | 'look' | 'cancel' | 'find';
    code: ErrorCode;
    /** 400 to 499: certainly not accepted. */
    isSurelyRefused: boolean;
    retryable: boolean;
    retryAfterMs: number | null;
    param: string | null;
    message: string;
  } | null;
  threwReason: boolean;
  /** The result of a search by our key: the expected job id, nothing, or another job id. */
  found: 'order' | 'nothing' | 'another' | null;
  cancelled: boolean | null;
  /** Whether the key was sent to the target of a redirect. */
  strayed: boolean;
  /** Whether the provider saw the client leave. */
  left: boolean;
  poured: number;
}

export type MediaExpected = Partial<Omit<MediaOutcome, 'error' | 'usage'>> & {
  error?: Partial<NonNullable<MediaOutcome['error']>> | null;
  usage?: Partial<TokenUsage> | null;
};

/** One behaviour of an image or video provider, and the outcome that an adapter must report for it. */
export interface MediaBehaviour {
  name: string;
  /** The directive in the prompt (app/sandbox/media/directive.ts). */
  directive: string;
  /** The behaviour does not exist without these traits. */
  needs?: readonly Trait[];
  count?: number;
  /** An option that no model accepts. */
  isBadOption?: boolean;
  /** The step after the order, instead of polling until it ends. */
  next?: 'find' | 'find-unreached' | 'cancel' | 'cancel-ended' | 'leave';
  expected: MediaExpected | ((subject: MediaSubject) => MediaExpected);
}

/** The reason why a behaviour does not exist for a subject; null if it exists. */
export function whyNever({ needs = [] }: MediaBehaviour, { lacks }: MediaSubject): string | null {
  for (const trait of needs) {
    const why = lacks[trait];
    if (why !== undefined) return why;
  }
  return null;
}
