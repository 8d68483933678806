import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { AnsweringKey } from '#app/contracts/endpoints/own-keys.ts';
import type { OutputKind } from '#app/contracts/models.ts';

/** A model as the menu shows it, in the reader's language. */
export interface ModelOption {
  /**
   * Value that selects it: its own id, with the endpoint in front when that is not the model's own endpoint.
   */
  id: string;
  model: string;
  name: string;
  /** The endpoint of its replies. */
  endpoint: Endpoint;
  /** Display name of its maker. */
  makerName: string;
  /** Kind of its answers. */
  makes: OutputKind;
  /** Accepts images. */
  sees: boolean;
  /** Accepts videos. */
  watches: boolean;
  /** Calls functions of a client. */
  callsTools: boolean;
  /** Among the models that the reader used last. */
  isRecent: boolean;
  /** Owner of the key that it runs on; `missing` when it needs a key that the user has not stored. */
  key: AnsweringKey;
  /**
   * `$0.15 / MTok in, $0.60 / MTok out`; replaced by a note about the key when that is not the operator's.
   */
  prices: string;
  /** Its maker, context window and provider. */
  about: string;
  /** Knowledge cutoff, `2021-09`; null when its maker does not publish one. */
  knowledgeCutoff: string | null;
}
