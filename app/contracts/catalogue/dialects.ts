/** A wire protocol of providers; one adapter serves all providers of a dialect (registry.ts). */
export type Dialect =
  | 'openai'
  | 'openai-embeddings'
  | 'openai-images'
  | 'openai-videos'
  | 'azure'
  | 'anthropic'
  | 'anthropic-complete'
  | 'google'
  | 'palm'
  | 'bing'
  | 'chatgpt'
  | 'vertex'
  | 'bedrock'
  | 'dashscope'
  | 'minimax'
  | 'fal'
  | 'bfl'
  | 'ideogram'
  | 'venice'
  | 'replicate'
  | 'stability'
  | 'runway'
  | 'kling'
  | 'luma';

/** The chat dialects that have an adapter. */
export const CHAT_DIALECTS = [
  'openai',
  'azure',
  'anthropic',
  'anthropic-complete',
  'google',
  'palm',
  'bing',
  'chatgpt',
] as const satisfies readonly Dialect[];
export type ChatDialect = (typeof CHAT_DIALECTS)[number];
