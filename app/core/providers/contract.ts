import type { RequestOptions } from 'node:https';
import type {
  CompletionDelta,
  CompletionLogprobs,
  CompletionOptions,
  PromptMessage,
} from '#app/contracts/completion.ts';
import type { EmbeddingOrder } from '#app/contracts/embedding.ts';
import type { ErrorCode } from '#app/contracts/errors.ts';
import type { FinishReason } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { Grant } from './shared/tokens/grant.ts';

/** What a generation asks of a provider; a provider leaves out what it does not take. */
export interface ProviderRequest {
  /** The provider's own name of the model. */
  model: string;
  messages: PromptMessage[];
  maxOutputTokens: number;
  /** `whole`: nobody reads along, so the answer may come in one piece. */
  delivery: 'stream' | 'whole';
  options: CompletionOptions;
}

/** What a generation of vectors asks of a provider. */
export interface VectorRequest extends EmbeddingOrder {
  /** The provider's own name of the model. */
  model: string;
}

/** How a resource at Azure is called. */
export interface AzureSettings {
  /** With it calls go to the addresses of deployments; null: to the API of version 1. */
  apiVersion: string | null;
  /** The provider's name of a model -> the name of its deployment; `*` stands for every other model. */
  deployments: Readonly<Record<string, string>>;
}

export interface ProviderCredentials {
  /** Empty where there is a grant. */
  apiKey: string;
  baseUrl: string;
  /** Bing's: where it is spoken with, once a conversation was made at `baseUrl`; absent: beside that. */
  socketUrl?: string;
  /** What the provider is to sign its webhooks with, where each order tells it. */
  webhookSecret?: string;
  /** What is exchanged for an access token, in place of a key. */
  grant?: Grant;
  azure?: AzureSettings;
  /** Where its address is made of what a person has typed: looks its name up, and refuses a private network. */
  lookup?: RequestOptions['lookup'];
}

export interface ProviderContext {
  /** Aborting it closes the connection to the provider at once. */
  signal: AbortSignal;
  /** What official clients call through; an adapter that posts by itself has a pool of its own. */
  credentials: ProviderCredentials;
  /** Hears that the whole request is on its way: from then on the provider may work on it. */
  onSent?: () => void;
  /**
   * Hears that the provider has taken the call: its answer of status 2xx has begun. It may bill the prompt, also where
   * the caller leaves before the first word.
   */
  onTaken?: () => void;
}

/**
 * What a provider's stream says, in our words. Plain text of the first choice is `text`; everything else that a
 * choice says (tool calls, a refusal, text with probabilities, any text of a further choice) is a `delta`.
 * Usage may come more than once and at any place: each says what was used so far, and what is said after the last one
 * is not in it. A stream that ends without `finish` was
 * cut; with several choices each has its own. Vectors come one for each input, in their order. Pieces are pictures and
 * videos, whole where they are or to be fetched; a `partial` is a picture that is not finished. Suggestions are what the
 * person may say next; they come at most once, behind the text.
 */
export type ProviderEvent =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'delta'; choice: number; delta: CompletionDelta; logprobs?: CompletionLogprobs }
  | { type: 'vector'; index: number; base64: string }
  | MediaPartial
  | MediaPiece
  | { type: 'suggestions'; texts: string[] }
  | { type: 'usage'; usage: TokenUsage }
  | {
      type: 'finish';
      reason: FinishReason;
      choice: number;
      /** Which of the caller's stop sequences it was, where the provider says so. */
      stopSequence?: string;
    };

/** Where a result is: in the answer itself, or at an address that we fetch at once, with these headers where it wants any. */
export type MediaSource = { bytes: Buffer } | { url: string; headers?: Readonly<Record<string, string>> };

/** A picture that is not finished. */
export interface MediaPartial {
  type: 'partial';
  /** Place of the picture that it becomes. */
  index: number;
  mimeType: string;
  bytes: Buffer;
}

/** A picture or a video that was made. */
export interface MediaPiece {
  type: 'piece';
  /** Its place among those that were asked for, from 0. */
  index: number;
  source: MediaSource;
  /** As the provider says, which is checked. */
  mimeType?: string;
}

/** A provider's failure in our words. `retryable` says whether the same call may succeed a little later. */
export class ProviderError extends Error {
  readonly code: ErrorCode;
  readonly status: number | null;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** No connection came about: the provider has heard nothing. */
  readonly isUnsent: boolean;
  /** The field of the request that is wrong, where the provider names one. */
  readonly param: string | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      status?: number;
      retryable?: boolean;
      retryAfterMs?: number;
      isUnsent?: boolean;
      param?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ProviderError';
    this.code = code;
    this.status = options.status ?? null;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isUnsent = options.isUnsent ?? false;
    this.param = options.param ?? null;
  }
}

/**
 * One provider's way to answer one kind of request. It knows nothing of queues, money, users or conversations, never retries by itself, and
 * throws only ProviderError (or the signal's own abort reason).
 */
export interface ProviderAdapter<Request = ProviderRequest> {
  id: string;
  stream(request: Request, context: ProviderContext): AsyncIterable<ProviderEvent>;
}
