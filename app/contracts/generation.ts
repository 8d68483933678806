import type { CompletionDelta, CompletionLogprobs } from './completion.ts';
import type { ErrorCode } from './errors.ts';
import type { TokenUsage } from './money.ts';

/** The states of a generation that has ended. */
export const FINAL_STATES = ['done', 'stopped', 'failed', 'interrupted'] as const;
export type FinalState = (typeof FINAL_STATES)[number];

/** States of a generation: queued, running, then exactly one of the last four. */
export const GENERATION_STATES = ['queued', 'running', ...FINAL_STATES] as const;
export type GenerationState = (typeof GENERATION_STATES)[number];

export function isFinalState(state: GenerationState): state is FinalState {
  return state !== 'queued' && state !== 'running';
}

/**
 * The reason why a reply ended, in the OpenAI contract's terms; `incomplete` for one that was stopped or cut.
 */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'incomplete';

/**
 * Reasons for a charge. `output`: there is output; a thought or a tool call counts as well. No output: the
 * model ended its turn without text (`max_tokens` and `stop_sequence` name the cause of the end, else
 * `no_words`), or the run was `stopped` after a provider had accepted it. `ran_on`: its user had left, and it
 * ran to its end, either because it was not streamed, or because its model may have been thinking without
 * showing it, as in other runs whose users had left shortly before.
 */
export const PAID_REASONS = [
  'output',
  'max_tokens',
  'stop_sequence',
  'no_words',
  'stopped',
  'ran_on',
] as const;
/** No output and no charge: the side that failed, or no provider had accepted the run when it was stopped. */
export const FREE_REASONS = ['provider_failed', 'house_failed', 'not_taken'] as const;
/** There is output, but on the caller's own key: the caller pays the provider for it. */
export const OWN_KEY_REASON = 'own_key';
export const CHARGE_REASONS = [...PAID_REASONS, ...FREE_REASONS, OWN_KEY_REASON] as const;
export type ChargeReason = (typeof CHARGE_REASONS)[number];

/**
 * One entry of a reply's log. Numbers are consecutive from 1. `at` is the offset in UTF-16 units at which the
 * piece begins in the whole text, so that a reader whose log is gone can continue from the stored text.
 */
export type ReplyEvent =
  | { type: 'text'; at: number; text: string }
  | { type: 'thinking'; at: number; text: string }
  | ReplyEnd;

/**
 * One entry of the log of any generation: a call of the public API has more kinds of entries than a reply.
 */
export type LogEntry =
  | ReplyEvent
  | ReplyStart
  | ReplyResume
  | ReplyDelta
  | ReplyVector
  | ReplyPartial
  | ReplyPiece;

/** The first entry of a call of the public API: the offer that began to answer. */
export interface ReplyStart {
  type: 'start';
  model: string;
  provider: string;
  /** Parameters of the call that this model does not accept and that were left out. */
  leftOut: string[];
}

/** Another offer continues an answer from here, after its provider cut it. */
export interface ReplyResume {
  type: 'resume';
  model: string;
  provider: string;
}

/** Output of a choice besides plain text; only calls of the public API have it. */
export interface ReplyDelta {
  type: 'delta';
  choice: number;
  delta: CompletionDelta;
  logprobs?: CompletionLogprobs;
}

/**
 * The vector of one input of an embedding call: little-endian float32 as base64, from the provider to the
 * caller.
 */
export interface ReplyVector {
  type: 'vector';
  /** Index of its input. */
  index: number;
  base64: string;
}

/** A preview of an unfinished image, for callers that request previews. */
export interface ReplyPartial {
  type: 'partial';
  /** Index of the finished image. */
  index: number;
  mimeType: string;
  base64: string;
}

/** A generated image or video: it becomes a file of the user with the end entry, which follows. */
export interface ReplyPiece {
  type: 'piece';
  /** Its index among the requested pieces, from 0. */
  index: number;
  fileId: string;
  mimeType: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Length of a video. */
  seconds: number | null;
}

/** The last entry of every log. */
export interface ReplyEnd {
  type: 'end';
  state: FinalState;
  finishReason: FinishReason | null;
  errorCode: ErrorCode | null;
  /** The provider's or our own explanation, cut to 512 characters; never a secret. */
  errorDetail: string | null;
  /** Charged micro-dollars, as text. */
  costMicro: string;
  /** Counted tokens, for calls of the public API; null if nothing was reported. */
  usage?: TokenUsage | null;
  /** The pause that the provider requests before the next call, in milliseconds. */
  retryAfterMs?: number;
  /** The field of a call's request that the provider refused. */
  errorParam?: string;
  /** The reason why each choice ended, if a call of the public API requested several. */
  finishReasons?: FinishReason[];
  /** The stop sequence of the caller that ended it, if its provider reports it. */
  stopSequence?: string;
}

export interface NumberedEvent<Event extends LogEntry = ReplyEvent> {
  number: number;
  event: Event;
}

/** How much of a reply a reader has received. `number` is the last event; the lengths are in UTF-16 units. */
export interface ReplyCursor {
  number: number;
  text: number;
  thinking: number;
}

export const START_CURSOR: ReplyCursor = { number: 0, text: 0, thinking: 0 };

/** `12.340.0`: a cursor as part of an event id. */
export function writeCursor(cursor: ReplyCursor): string {
  return `${cursor.number}.${cursor.text}.${cursor.thinking}`;
}

/** Reads a cursor from an untrusted source; a malformed one starts at the beginning. */
export function readCursor(text: string | null | undefined): ReplyCursor {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(text ?? '');
  if (!match) return START_CURSOR;
  return { number: Number(match[1]), text: Number(match[2]), thinking: Number(match[3]) };
}
