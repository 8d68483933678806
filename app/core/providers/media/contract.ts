import type { ImageOrder } from '#app/contracts/media/image.ts';
import type { VideoOrder } from '#app/contracts/media/video.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { MediaPartial, MediaPiece, ProviderCredentials } from '#app/core/providers/contract.ts';

/** An input image or video, complete: already fetched, checked and limited in size. */
export interface MediaInput {
  mimeType: string;
  bytes: Buffer;
}

/** An image order for a provider; contains only fields that its model accepts. */
export interface ImageRequest extends ImageOrder {
  /** The provider's own name for the model. */
  model: string;
  /** Images to edit; empty for images from text alone. */
  images: readonly MediaInput[];
  /** Transparent pixels mark the area that may change. Only with `images`. */
  mask?: MediaInput;
}

/** A video order for a provider; contains only fields that its model accepts. */
export interface VideoRequest extends VideoOrder {
  /** The provider's own name for the model. */
  model: string;
  firstFrame?: MediaInput;
  lastFrame?: MediaInput;
  /** A video to edit. */
  video?: MediaInput;
}

/**
 * Events of an order. Pieces are numbered from 0 and come in any order; `partial` is an unfinished image.
 * Each piece that the provider's policy withholds is one `refused` event, with its reason. Usage is present
 * if the provider counts tokens.
 */
export type MediaEvent =
  | { type: 'progress'; /** 0 to 1 */ done: number }
  | MediaPartial
  | MediaPiece
  | { type: 'refused'; reason: string }
  | { type: 'usage'; usage: TokenUsage };

export interface MediaContext {
  /** Aborting it closes the connection to the provider at once. */
  signal: AbortSignal;
  credentials: ProviderCredentials;
  /** Called when the provider has accepted the order: an answer with status 2xx has begun. */
  onAccepted?: () => void;
}

/**
 * A provider that answers an order while its connection is open. It knows nothing of queues, money, users or
 * files, never retries by itself, and throws only ProviderError (or the signal's own abort reason).
 */
export interface MediaAdapter<Request> {
  readonly id: string;
  /**
   * Checks that the model accepts a request, without sending it; images may be empty.
   * @throws ProviderError naming the field that it does not accept
   */
  check(request: Request): void;
  create(request: Request, context: MediaContext): AsyncIterable<MediaEvent>;
}

/**
 * The result of polling a job. `nextInMs`: when to poll again, if the provider says so. `done`: progress from
 * 0 to 1, if the provider reports it.
 */
export type PollResult =
  | { state: 'waiting'; done?: number; nextInMs?: number }
  | { state: 'ended'; events: readonly MediaEvent[] };

/** The context for ordering a job and for finding it again. */
export interface OrderContext extends MediaContext {
  /** Our key, the same for each try; sent if the provider accepts one. */
  key: string;
  /**
   * The address for the provider's notifications; contains our key. Null if this server is not reachable from
   * outside.
   */
  webhookUrl: string | null;
}

/** A provider that works on an order in the background, for seconds or hours. */
export interface MediaJobAdapter<Request> {
  readonly id: string;
  /** Maximum number of pieces per order; more need several orders. */
  readonly maxPieces: number;
  /**
   * Checks that the model accepts a request, without sending it; images may be empty.
   * @throws ProviderError naming the field that it does not accept
   */
  check(request: Request): void;
  /**
   * Places an order.
   * @returns the provider's id of the job with everything needed to poll it, at most 255 characters
   * @throws ProviderError with a status from 400 to 499 if it was refused; after any other error it may have
   * been accepted
   */
  order(request: Request, context: OrderContext): Promise<string>;
  /**
   * Finds an order whose answer was lost, by our key or in the provider's list. @returns null if that is
   * impossible or there is no such order
   */
  find(request: Request, context: OrderContext): Promise<string | null>;
  /**
   * Our id of a job, from the id in a signed webhook. Absent if polling needs more than that id, or if
   * webhooks are not signed.
   */
  jobIdOf?(webhookId: string, request: Request): string;
  /** @throws ProviderError if it failed, or cannot be polled at the moment (`retryable`) */
  poll(jobId: string, context: MediaContext & { model: string }): Promise<PollResult>;
  /** @returns true if the provider confirms that it ends unbilled */
  cancel(jobId: string, context: MediaContext & { model: string }): Promise<boolean>;
}
