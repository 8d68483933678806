import type { CompletionDelta, CompletionLogprobs } from './completion.ts';
import type { ErrorCode } from './errors.ts';
import type { TokenUsage } from './money.ts';

/** The states in which a generation has ended. */
export const FINAL_STATES = ['done', 'stopped', 'failed', 'interrupted'] as const;
export type FinalState = (typeof FINAL_STATES)[number];

/** States of a generation: queued, running, then exactly one of the last four. */
export const GENERATION_STATES = ['queued', 'running', ...FINAL_STATES] as const;
export type GenerationState = (typeof GENERATION_STATES)[number];

export function isFinalState(state: GenerationState): state is FinalState {
  return state !== 'queued' && state !== 'running';
}

/** Why a reply ended, in the OpenAI contract's words; `incomplete` for one that was stopped or cut. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'incomplete';

/**
 * Why a run is charged. `output`: something came out, a thought or the call of a tool as well. Nothing came out: the
 * model ended its turn without a word (`max_tokens` and `stop_sequence` say what cut it, else `no_words`), or the run was
 * `stopped` when a provider had taken it. `ran_on`: its user had left it, and it ran to its end, because it was in one
 * piece, or because its model may have thought unseen, as in others that were left shortly before.
 */
export const PAID_REASONS = [
  'output',
  'max_tokens',
  'stop_sequence',
  'no_words',
  'stopped',
  'ran_on',
] as const;
/** Nothing came out, and nothing is charged: by whose doing, or because no provider had taken it when it was stopped. */
export const FREE_REASONS = ['provider_failed', 'house_failed', 'not_taken'] as const;
/** Something came out, on a key of the caller's own: it is paid where the key is from. */
export const OWN_KEY_REASON = 'own_key';
export const CHARGE_REASONS = [...PAID_REASONS, ...FREE_REASONS, OWN_KEY_REASON] as const;
export type ChargeReason = (typeof CHARGE_REASONS)[number];

/**
 * One entry of a reply's log. Numbers are consecutive from 1. `at` is the offset in UTF-16 units at which
 * the piece begins in the whole text, so that a reader whose log is gone can go on from the stored text.
 */
export type ReplyEvent =
  | { type: 'text'; at: number; text: string }
  | { type: 'thinking'; at: number; text: string }
  | ReplyEnd;

/** One entry of the log of any generation: a call of the public API says more than a reply does. */
export type LogEntry =
  | ReplyEvent
  | ReplyStart
  | ReplyResume
  | ReplyDelta
  | ReplyVector
  | ReplyPartial
  | ReplyPiece;

/** The first entry of a call of the public API: which offer began to answer. */
export interface ReplyStart {
  type: 'start';
  model: string;
  provider: string;
  /** Parameters of the call that this model does not take and that were left out. */
  leftOut: string[];
}

/** Another goes on here with an answer that was cut. */
export interface ReplyResume {
  type: 'resume';
  model: string;
  provider: string;
}

/** What a choice says beside plain text; only calls of the public API have it. */
export interface ReplyDelta {
  type: 'delta';
  choice: number;
  delta: CompletionDelta;
  logprobs?: CompletionLogprobs;
}

/** The vector of one input of a call that asked for vectors: little-endian float32 as base64, as it travels all the way. */
export interface ReplyVector {
  type: 'vector';
  /** Place of its input. */
  index: number;
  base64: string;
}

/** A picture that is not finished, for who asked for such. */
export interface ReplyPartial {
  type: 'partial';
  /** Place of the picture that it becomes. */
  index: number;
  mimeType: string;
  base64: string;
}

/** A picture or a video that was made: a file of the user from the end on, which follows. */
export interface ReplyPiece {
  type: 'piece';
  /** Its place among those that were asked for, from 0. */
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
  /** Micro-dollars charged, as text. */
  costMicro: string;
  /** What was counted, for calls of the public API; null where nothing was said. */
  usage?: TokenUsage | null;
  /** How long the provider wants its callers to wait, in milliseconds. */
  retryAfterMs?: number;
  /** The field of a call's request that the provider refused. */
  errorParam?: string;
  /** Why each choice ended, where a call of the public API asked for several. */
  finishReasons?: FinishReason[];
  /** Which of the caller's stop sequences ended it, where its provider says so. */
  stopSequence?: string;
}

export interface NumberedEvent<Event extends LogEntry = ReplyEvent> {
  number: number;
  event: Event;
}

/** How much of a reply a reader has. `number` is the last event seen; the lengths are in UTF-16 units. */
export interface ReplyCursor {
  number: number;
  text: number;
  thinking: number;
}

export const START_CURSOR: ReplyCursor = { number: 0, text: 0, thinking: 0 };

/** `12.340.0`: a cursor as it stands in an event id. */
export function writeCursor(cursor: ReplyCursor): string {
  return `${cursor.number}.${cursor.text}.${cursor.thinking}`;
}

/** Reads a cursor that came from outside; anything odd starts at the beginning. */
export function readCursor(text: string | null | undefined): ReplyCursor {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(text ?? '');
  if (!match) return START_CURSOR;
  return { number: Number(match[1]), text: Number(match[2]), thinking: Number(match[3]) };
}
