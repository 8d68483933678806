/** A model as the menu offers it; prices as they are read, `$0.15`. */
export interface ModelOption {
  id: string;
  name: string;
  endpoint: string;
  inputPrice: string;
  outputPrice: string;
  contextTokens: number;
  /** Until when its knowledge reaches, `2021-09`; null when its maker does not say. */
  knowledgeCutoff: string | null;
}
