/** Not a model, but a request for a suitable one: the hub chooses (core/routing/model-groups.ts). */
export const AUTO_MODEL = 'parlance/auto';

/** In a call: the default model of the account. */
export const DEFAULT_MODEL = 'default';

/** Pairs of input and output. */
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

/** The kind of output that answers a message. */
export type OutputKind = 'text' | 'image' | 'video';

/** Returns the kind of media that a model makes by default: an image or a video; null for any other model. */
export function mediaMadeBy(supports: readonly Modality[]): Exclude<OutputKind, 'text'> | null {
  if (supports.includes('text-to-image') || supports.includes('image-to-image')) return 'image';
  return supports.some((way) => way.endsWith('-to-video')) ? 'video' : null;
}

/** Tells whether a model accepts images, or videos, as input for the given output. */
export function acceptsInput(
  supports: readonly Modality[],
  kind: 'image' | 'video',
  makes: OutputKind,
): boolean {
  return (supports as readonly string[]).includes(`${kind}-to-${makes}`);
}

/** Abilities of a model besides answering. */
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

/** Parameters of the public API that not every model accepts. */
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
  /** This parameter is left out if any of these is set. */
  yieldsTo?: readonly ModelParameter[];
}

/** The parameters of a model: a range, or false if it refuses one. Nothing is known about absent ones. */
export type ParameterTable = Readonly<Partial<Record<ModelParameter, ParameterRange | false>>>;

/** A: the maker's or host's own page. B: a registry of prices. C: a third party. D: our inference. */
export const CONFIDENCES = ['A', 'B', 'C', 'D'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/**
 * Data from unverified sources only is shown and marked; such an offer is not called until an operator has
 * confirmed it.
 */
export function isUnverified(confidence: Confidence): boolean {
  return confidence === 'C' || confidence === 'D';
}
