/** A way to speak with a provider; one adapter serves all providers of a dialect (registry.ts). */
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

/** The dialects of conversations that an adapter speaks. */
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
