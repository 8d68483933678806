/** Not a model but the wish for a fitting one: the hub chooses (core/routing/auto-order.ts). */
export const AUTO_MODEL = 'parlance/auto';

/** In a call the model that its account has chosen as its default. */
export const DEFAULT_MODEL = 'default';

/** What goes in and what comes out. */
export const MODALITIES = [
  'text-to-text',
  'image-to-text',
  'video-to-text',
  'audio-to-text',
  'text-to-image',
  'image-to-image',
  'text-to-video',
  'image-to-video',
  'video-to-video',
  'text-to-audio',
  'audio-to-audio',
  'video-to-audio',
  'text-to-embedding',
] as const;
export type Modality = (typeof MODALITIES)[number];

/** What a message is answered with. */
export type Makes = 'text' | 'image' | 'video';

/** Which pictures or videos a model makes that is asked for nothing else; null for any other. */
export function mediaMadeBy(supports: readonly Modality[]): Exclude<Makes, 'text'> | null {
  if (supports.includes('text-to-image') || supports.includes('image-to-image')) return 'image';
  return supports.some((way) => way.endsWith('-to-video')) ? 'video' : null;
}

/** Whether a model that is asked for this takes pictures, or videos. */
export function takesInput(supports: readonly Modality[], kind: 'image' | 'video', makes: Makes): boolean {
  return (supports as readonly string[]).includes(`${kind}-to-${makes}`);
}

/** What a model can do beside answering. */
export const CAPABILITIES = [
  'streaming',
  'tools',
  'vision',
  'json_object',
  'json_schema',
  'reasoning',
  'logprobs',
  'n',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Parameters of the public API that not every model takes. */
export const MODEL_PARAMETERS = [
  'temperature',
  'top_p',
  'top_k',
  'frequency_penalty',
  'presence_penalty',
  'stop',
  'seed',
  'logit_bias',
  'logprobs',
  'n',
  'reasoning_effort',
] as const;
export type ModelParameter = (typeof MODEL_PARAMETERS)[number];

/** `min` and `max` of a number, `most` entries of a list, `values` of a choice. */
export interface ParameterRange {
  min?: number;
  max?: number;
  most?: number;
  values?: readonly string[];
  /** This one is left out beside any of these that is set. */
  yieldsTo?: readonly ModelParameter[];
}

/** What a model says of parameters: a range, or false for one that it refuses. Of others nothing is known. */
export type ParameterTable = Readonly<Partial<Record<ModelParameter, ParameterRange | false>>>;

/** A: the maker's or host's own page. B: a registry of prices. C: a third party. D: our inference. */
export const CONFIDENCES = ['A', 'B', 'C', 'D'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** What is known from unverified sources only is shown, marked, and not called until an operator has confirmed it. */
export function isUnverified(confidence: Confidence): boolean {
  return confidence === 'C' || confidence === 'D';
}
