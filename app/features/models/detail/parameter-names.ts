/**
 * The fields of each kind of call that a model's page describes, in display order; their texts are
 * `models:parameter.<kind>.<name>`. Types, bounds and values are
 * those of the schemas that validate the calls; a test finds fields that are missing here.
 */
export const PARAMETER_NAMES = {
  text: [
    'model',
    'messages',
    'max_tokens',
    'temperature',
    'top_p',
    'top_k',
    'frequency_penalty',
    'presence_penalty',
    'n',
    'stop',
    'seed',
    'logit_bias',
    'logprobs',
    'top_logprobs',
    'response_format',
    'stream',
    'stream_options',
    'tools',
    'tool_choice',
    'reasoning_effort',
  ],
  image: [
    'model',
    'prompt',
    'images',
    'mask',
    'n',
    'size',
    'aspect_ratio',
    'resolution',
    'quality',
    'background',
    'output_format',
    'output_compression',
    'negative_prompt',
    'seed',
    'stream',
    'partial_images',
  ],
  video: [
    'model',
    'prompt',
    'input_reference',
    'seconds',
    'size',
    'aspect_ratio',
    'resolution',
    'sound',
    'negative_prompt',
    'seed',
  ],
  embedding: ['model', 'input', 'dimensions', 'encoding_format'],
} as const;

export type ParameterKind = keyof typeof PARAMETER_NAMES;
export type ParameterName<Kind extends ParameterKind = ParameterKind> =
  (typeof PARAMETER_NAMES)[Kind][number];

/** The key of a field's description, below `models:parameter`. */
export type ParameterText = { [Kind in ParameterKind]: `${Kind}.${ParameterName<Kind>}` }[ParameterKind];

/** The kinds of calls, in display order. */
export const PARAMETER_KINDS = Object.keys(PARAMETER_NAMES) as ParameterKind[];
