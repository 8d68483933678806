import type { ModelParameter, ParameterRange, ParameterTable } from '#app/contracts/models.ts';

/** A field of a call of chat completions, as the API takes it. Its words are `models:parameter.<name>`. */
export interface ParameterFacts {
  name: string;
  type: string;
  isRequired?: true;
  /** As it would be written. */
  byDefault?: string;
  range?: ParameterRange;
  /** What stands inside, for those that are objects: name and type. */
  inside?: readonly (readonly [name: string, type: string])[];
}

/** The fields that people ask for, the required ones first. */
export const PARAMETERS = [
  { name: 'model', type: 'string', isRequired: true },
  { name: 'messages', type: 'array', isRequired: true },
  { name: 'max_tokens', type: 'integer', byDefault: '16384', range: { min: 1 } },
  { name: 'temperature', type: 'number', byDefault: '1', range: { min: 0, max: 2 } },
  { name: 'top_p', type: 'number', byDefault: '1', range: { min: 0, max: 1 } },
  { name: 'top_k', type: 'integer', range: { min: 1 } },
  { name: 'frequency_penalty', type: 'number', byDefault: '0', range: { min: -2, max: 2 } },
  { name: 'presence_penalty', type: 'number', byDefault: '0', range: { min: -2, max: 2 } },
  { name: 'n', type: 'integer', byDefault: '1', range: { min: 1, max: 128 } },
  { name: 'stop', type: 'string | array', range: { most: 4 } },
  { name: 'seed', type: 'integer' },
  { name: 'logit_bias', type: 'object', range: { min: -100, max: 100 } },
  { name: 'logprobs', type: 'boolean', byDefault: 'false' },
  { name: 'top_logprobs', type: 'integer', range: { min: 0, max: 8 } },
  {
    name: 'response_format',
    type: 'object',
    inside: [
      ['type', '"text" | "json_object" | "json_schema"'],
      ['json_schema.name', 'string'],
      ['json_schema.schema', 'object'],
      ['json_schema.strict', 'boolean'],
    ],
  },
  { name: 'stream', type: 'boolean', byDefault: 'false' },
  { name: 'stream_options', type: 'object', inside: [['include_usage', 'boolean']] },
  { name: 'tools', type: 'array', range: { most: 128 } },
  {
    name: 'tool_choice',
    type: 'string | object',
    inside: [
      ['"none" | "auto" | "required"', 'string'],
      ['type', '"function"'],
      ['function.name', 'string'],
    ],
  },
  { name: 'reasoning_effort', type: 'string' },
] as const satisfies readonly ParameterFacts[];
export type ParameterName = (typeof PARAMETERS)[number]['name'];

/** A field and what a model says of it. */
export interface ListedParameter extends ParameterFacts {
  name: ParameterName;
  /** The API does not pass it on to this model. */
  isIgnored: boolean;
}

/** Fields that the API reads itself, for every model. */
const READ_HERE: ReadonlySet<string> = new Set(['model', 'messages', 'stream', 'stream_options']);

/**
 * The fields of a call to a model, with the ranges of its catalogue where they are narrower than ours.
 * @param supported names of what is passed on to it; @param table of the offer that is asked first
 */
export function listParameters(supported: readonly string[], table: ParameterTable): ListedParameter[] {
  return PARAMETERS.map((facts: ParameterFacts & { name: ParameterName }) => {
    const own = table[facts.name as ModelParameter];
    return {
      ...facts,
      ...(own && { range: { ...facts.range, ...within(facts.range, own) } }),
      isIgnored: !READ_HERE.has(facts.name) && !supported.includes(facts.name),
    };
  });
}

/** What both allow: nobody is promised what the API would refuse. */
function within(ours: ParameterRange = {}, theirs: ParameterRange): ParameterRange {
  const { min, max, most, values } = theirs;
  return {
    ...(min !== undefined && { min: Math.max(min, ours.min ?? min) }),
    ...(max !== undefined && { max: Math.min(max, ours.max ?? max) }),
    ...(most !== undefined && { most: Math.min(most, ours.most ?? most) }),
    ...(values && { values }),
  };
}
