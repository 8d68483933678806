import type { KeyObject } from 'node:crypto';
import type { RequestOptions } from 'node:https';
import type { Dialect } from '#app/contracts/catalogue/dialects.ts';
import type { PixelSize } from '#app/contracts/cost.ts';
import type { ImageOrder } from '#app/contracts/media/image.ts';
import type { PROVIDERS } from '#app/contracts/providers.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import type { ProviderAdapter, ProviderCredentials, VectorRequest } from './contract.ts';
import type { ImageRequest, MediaAdapter, MediaJobAdapter, VideoRequest } from './media/contract.ts';
import type { WebhookCall, WebhookReport } from './media/shared/webhooks.ts';
import type { RequestedOptions } from './shared/options.ts';

/**
 * Everything that the server knows of one dialect. Its folder exports the object, `list.ts` lists it, and all
 * tables of the server are derived from that list.
 */
export interface Provider {
  dialect: Dialect;
  chat?: ProviderAdapter;
  embed?: ProviderAdapter<VectorRequest> | BorrowedEmbeddings;
  media?: { images?: AnyMediaAdapter<ImageRequest>; videos?: AnyMediaAdapter<VideoRequest> };
  /** The tokens that its images are billed as. Absent: by OpenAI's table. */
  imageTokens?: ImageTokens;
  /** Its reports on the jobs of media. Absent: it sends none. */
  webhook?: ProviderWebhook;
  /** The options of its chat calls. */
  options?: ChatOptions;
  /** The tokens that its chat calls cost besides those of their messages; absent: none. */
  tokens?: AddedTokens;
  /**
   * The operator's credentials for a provider of the catalogue, or null if it is not set up. Absent: one key at
   * one address.
   */
  credentials?(settings: ProviderSettings, provider: CatalogueProvider): ProviderCredentials | null;
  /** The credentials that a user's own key gives. Absent: the key is sent to the operator's address. */
  ownKey?(value: string, place: KeyPlace): ProviderCredentials | null;
  /** The key of its media models in the sandbox, if it has another form than the one of all others. */
  sandboxKey?: string;
}

/** Vectors that come over another dialect, at an address beside the provider's own. */
export interface BorrowedEmbeddings {
  over: Dialect;
  addressFor(baseUrl: string): string;
}

/** An adapter that answers while its connection is open, or one that works on jobs in the background. */
export type AnyMediaAdapter<Request> =
  | { adapter: MediaAdapter<Request> }
  | { jobs: MediaJobAdapter<Request> };

export interface ImageTokens {
  /** The tokens of one finished image. */
  of(size: PixelSize, order: Pick<ImageOrder, 'quality' | 'resolution'>): number;
  /**
   * The maximum that an order is billed as; `textTokens` are billed besides the images (reasoning, text), and the
   * adapter cuts off more.
   * @param model the provider's own name
   */
  max(
    order: Pick<ImageOrder, 'count' | 'quality' | 'resolution' | 'partialImages' | 'size'>,
    model: string,
  ): { imageTokens: number; textTokens: number };
}

export interface ProviderWebhook {
  read(call: WebhookCall, means: { settings: ProviderSettings; keys: readonly KeyObject[] }): WebhookReport;
  /** Whether it signs them, and these settings suffice to verify that. Absent: it does not. */
  isVerifiable?(settings: ProviderSettings): boolean;
  /**
   * The address of the keys that a webhook claims to be signed with, which `read` gets; undefined if it claims no
   * signature. Absent: the provider publishes no keys.
   */
  keysAt?(call: WebhookCall, settings: ProviderSettings): string | undefined;
}

export interface ChatOptions {
  /** Every other option is left out and reported. */
  supported: readonly string[];
  /** The options that a request leaves out because of their values, of each other or of the model. */
  omitted?(call: RequestedOptions): string[];
  /** A call cannot state the maximum length of its answer: the reader of the answer ends it there. */
  hasNoLimit?: true;
}

/** The parts of a chat call that decide how many tokens are added to it. */
export interface CallParts {
  turns: number;
  tools: number;
  /** Number of tool results. */
  results: number;
  /** The call requests a response format other than text. */
  hasForm: boolean;
}

export interface AddedTokens {
  /** The maximum that the adapter and the provider's own servers add: the hold covers it. */
  max(call: CallParts): number;
  /**
   * The minimum that the provider bills for explaining tools: it is charged when the provider sends no usage.
   * @param choice the `tool_choice` of the call
   */
  minForTools?(choice: unknown): number;
}

/** A provider of the catalogue, with the names of its settings. */
export type CatalogueProvider = (typeof PROVIDERS)[number];

/** The operator's settings; credentials are built from them. */
export type ProviderSettings = Pick<Config, 'SANDBOX'> & Partial<Config>;

/** The place at which a user's own key is used. */
export interface KeyPlace {
  settings: ProviderSettings;
  /** The operator's address of the provider; null if none is set. */
  address: string | null;
  /** DNS lookup that refuses private networks: for every address that contains a part of the key. */
  publicLookup: NonNullable<RequestOptions['lookup']>;
}
