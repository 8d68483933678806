/** A model as the menu offers it; prices as they are read, `$0.15`. */
export interface ModelOption {
  id: string;
  name: string;
  /** What its maker is called. */
  makerName: string;
  /** What the provider is called that is asked first. */
  providerName: string;
  endpoint: string;
  /** It looks at pictures. */
  sees: boolean;
  inputPrice: string;
  outputPrice: string;
  contextTokens: number;
  /** Whole tokens a second of that provider over the last 24 hours; null where nothing was measured. */
  speed: number | null;
  /** Until when its knowledge reaches, `2021-09`; null when its maker does not say. */
  knowledgeCutoff: string | null;
}
