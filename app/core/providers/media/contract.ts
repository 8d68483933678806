import type { ImageOrder } from '#app/contracts/media/image.ts';
import type { VideoOrder } from '#app/contracts/media/video.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { MediaPartial, MediaPiece, ProviderCredentials } from '#app/core/providers/contract.ts';

/** A picture or a video that goes in, whole: it was fetched, checked and bounded before. */
export interface MediaInput {
  mimeType: string;
  bytes: Buffer;
}

/** What an order of pictures asks of a provider; a provider is asked only for what its model takes. */
export interface ImageRequest extends ImageOrder {
  /** The provider's own name of the model. */
  model: string;
  /** What to work on; empty for pictures from text alone. */
  images: readonly MediaInput[];
  /** Where a picture may change: transparent pixels. Only with `images`. */
  mask?: MediaInput;
}

/** What an order of a video asks of a provider; a provider is asked only for what its model takes. */
export interface VideoRequest extends VideoOrder {
  /** The provider's own name of the model. */
  model: string;
  firstFrame?: MediaInput;
  lastFrame?: MediaInput;
  /** A video to work on. */
  video?: MediaInput;
}

/**
 * What a provider says of an order, in our words. Pieces are numbered from 0 and come in any order; `partial` is one that
 * is not finished. What a provider has refused by its policy is a `refused` for each piece that is missing, with its reason.
 * Usage is there where the provider counts tokens.
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
  /** Hears that the provider has taken the order: its answer of status 2xx has begun. */
  onTaken?: () => void;
}

/**
 * A provider that answers an order while its connection is open. It knows nothing of queues, money, users or files,
 * never retries by itself, and throws only ProviderError (or the signal's own abort reason).
 */
export interface MediaAdapter<Request> {
  readonly id: string;
  /**
   * Whether its model takes a request, without sending it; pictures may be empty.
   * @throws ProviderError that names the field which it does not take
   */
  check(request: Request): void;
  create(request: Request, context: MediaContext): AsyncIterable<MediaEvent>;
}

/** What a look at a job finds. `nextInMs`: when to look again, where the provider says. `done`: 0 to 1, where it says. */
export type MediaLook =
  | { state: 'waiting'; done?: number; nextInMs?: number }
  | { state: 'ended'; events: readonly MediaEvent[] };

/** A job's order, and how to find it again. */
export interface OrderContext extends MediaContext {
  /** Ours, the same for each try; sent where the provider takes one. */
  key: string;
  /** Where the provider may tell us that something has changed; it carries our key. Null where nobody outside reaches us. */
  webhookUrl: string | null;
}

/** A provider that works on an order by itself, for seconds or hours. */
export interface MediaJobAdapter<Request> {
  readonly id: string;
  /** How many pieces one order can make; more are several orders. */
  readonly mostPieces: number;
  /**
   * Whether its model takes a request, without sending it; pictures may be empty.
   * @throws ProviderError that names the field which it does not take
   */
  check(request: Request): void;
  /**
   * @returns what the provider calls it, with all that a look needs, at most 255 characters
   * @throws ProviderError with a status from 400 to 499 where it was refused; after anything else it may have been taken
   */
  order(request: Request, context: OrderContext): Promise<string>;
  /** Looks for an order whose answer was lost, by our key or in the provider's list. @returns null where there is no way or no order */
  find(request: Request, context: OrderContext): Promise<string | null>;
  /**
   * What we call an order, from what a signed webhook calls it. Absent where a look needs more than that, or where nothing
   * is signed.
   */
  nameOf?(toldId: string, request: Request): string;
  /** @throws ProviderError when it has failed, or cannot be looked at just now (`retryable`) */
  look(jobId: string, context: MediaContext & { model: string }): Promise<MediaLook>;
  /** @returns true when the provider says that it ends unbilled */
  cancel(jobId: string, context: MediaContext & { model: string }): Promise<boolean>;
}
