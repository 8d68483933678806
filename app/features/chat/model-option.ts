import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import type { AnsweringKey } from '#app/contracts/endpoints/own-keys.ts';
import type { Makes } from '#app/contracts/models.ts';

/** A model as the menu offers it, in the words of the reader. */
export interface ModelOption {
  /** What chooses it: its own id, with the endpoint in front where it is not the one that the model is of. */
  id: string;
  model: string;
  name: string;
  /** The endpoint that its replies are of. */
  endpoint: Endpoint;
  /** What its maker is called. */
  makerName: string;
  /** What it answers a message with. */
  makes: Makes;
  /** It takes pictures. */
  sees: boolean;
  /** It takes videos. */
  watches: boolean;
  /** On whose key it answers: `missing` where it needs one that is not there. */
  key: AnsweringKey;
  /** `$0.15 / MTok in, $0.60 / MTok out`; in its place whose key it runs on, where that is not the operator's. */
  prices: string;
  /** Its maker, its window, and who answers. */
  about: string;
  /** Until when its knowledge reaches, `2021-09`; null when its maker does not say. */
  knowledgeCutoff: string | null;
}
