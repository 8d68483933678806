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

/** The request of a generation; an adapter leaves out options that its provider does not accept. */
export interface ProviderRequest {
  /** The provider's own name for the model. */
  model: string;
  messages: PromptMessage[];
  maxOutputTokens: number;
  /** `whole`: no client reads along, so the answer may come in one piece. */
  delivery: 'stream' | 'whole';
  options: CompletionOptions;
}

/** The request of an embedding generation. */
export interface VectorRequest extends EmbeddingOrder {
  /** The provider's own name for the model. */
  model: string;
}

/**
 * The credentials that are exchanged for an access token, for providers without an API key. The token address
 * is the operator's setting or the provider's own, never one from a key file.
 */
export type Grant = ServiceAccountGrant | ClientGrant;

interface Exchangeable {
  tokenUrl: string;
  scope: string;
}

/** A Google service account: exchanges an assertion signed with its private key. */
export interface ServiceAccountGrant extends Exchangeable {
  kind: 'service-account';
  email: string;
  /** PKCS#8 as PEM. */
  privateKey: string;
  privateKeyId: string | null;
}

/** An application registered in a directory such as Microsoft Entra. */
export interface ClientGrant extends Exchangeable {
  kind: 'client';
  clientId: string;
  clientSecret: string;
}

/** How to address a resource at Azure. */
export interface AzureSettings {
  /** If set, calls go to the addresses of deployments; null: to the version 1 API. */
  apiVersion: string | null;
  /** The provider's name of a model -> the name of its deployment; `*` matches every other model. */
  deployments: Readonly<Record<string, string>>;
}

export interface ProviderCredentials {
  /** Empty if there is a grant. */
  apiKey: string;
  baseUrl: string;
  /** The address of the socket, on a wire that has one; absent: derived from `baseUrl`. */
  socketUrl?: string;
  /** Secret with which the provider signs its webhooks, where each job request names it. */
  webhookSecret?: string;
  /** Exchanged for an access token, in place of a key. */
  grant?: Grant;
  azure?: AzureSettings;
  /** DNS lookup that refuses private networks, for an address that contains user input. */
  lookup?: RequestOptions['lookup'];
}

export interface ProviderContext {
  /** Aborting it closes the connection to the provider at once. */
  signal: AbortSignal;
  /** Used by official clients; an adapter that posts by itself has its own connection pool. */
  credentials: ProviderCredentials;
  /** Called when the whole request is sent: from then on the provider may work on it. */
  onSent?: () => void;
  /**
   * Called when the provider has accepted the call: an answer with status 2xx has begun. It may bill the
   * prompt, even if the caller leaves before the first token.
   */
  onAccepted?: () => void;
}

/**
 * Events of a provider's stream. Plain text of the first choice is `text`; everything else in a choice (tool
 * calls, a refusal, text with probabilities, any text of a further choice) is a `delta`. Usage may come more
 * than once and at any point: each event counts everything so far, but nothing that follows it. A stream that
 * ends without `finish` was cut; with several choices each has its own `finish`. Vectors come one per input,
 * in the order of the inputs. Pieces are finished images and videos, inline or to be fetched; a `partial` is
 * an unfinished image. Suggestions are possible next user messages; they come at most once, after the text.
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
      /** The caller's stop sequence that ended the answer, if the provider names it. */
      stopSequence?: string;
    };

/** Location of a result: inline, or at an address to fetch at once, with these headers if any. */
export type MediaSource = { bytes: Buffer } | { url: string; headers?: Readonly<Record<string, string>> };

/** An unfinished image. */
export interface MediaPartial {
  type: 'partial';
  /** Index of the image that it becomes. */
  index: number;
  mimeType: string;
  bytes: Buffer;
}

/** A finished image or video. */
export interface MediaPiece {
  type: 'piece';
  /** Its index among the requested results, from 0. */
  index: number;
  source: MediaSource;
  /** The provider's claim, which is verified. */
  mimeType?: string;
}

/**
 * A provider's failure with our error code. `retryable` says whether the same call may succeed a little
 * later.
 */
export class ProviderError extends Error {
  readonly code: ErrorCode;
  readonly status: number | null;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** No connection was established: the provider has received nothing. */
  readonly isUnsent: boolean;
  /** The invalid field of the request, if the provider names one. */
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
 * A provider's implementation of one kind of request. It knows nothing of queues, money, users or
 * conversations, never retries by itself, and throws only ProviderError (or the signal's own abort reason).
 */
export interface ProviderAdapter<Request = ProviderRequest> {
  id: string;
  stream(request: Request, context: ProviderContext): AsyncIterable<ProviderEvent>;
}
