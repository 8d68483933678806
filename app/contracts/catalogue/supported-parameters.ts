import {
  MODEL_PARAMETERS,
  type Capability,
  type ModelParameter,
  type Modality,
  type ParameterTable,
} from '#app/contracts/models.ts';

/** Parameters that have an effect only on models with the given capability. */
const NEEDS: Partial<Record<ModelParameter, Capability>> = {
  logprobs: 'logprobs',
  n: 'n',
  reasoning_effort: 'reasoning',
};

/** Parameters that a capability adds. */
const BRINGS: Partial<Record<Capability, readonly string[]>> = {
  tools: ['tools', 'tool_choice', 'parallel_tool_calls'],
  json_object: ['response_format'],
  json_schema: ['response_format', 'structured_outputs'],
  logprobs: ['top_logprobs'],
  reasoning: ['reasoning', 'include_reasoning'],
};

interface Served {
  supports: readonly Modality[];
  capabilities: readonly Capability[];
  /** The parameter tables of the offers; it is enough if one of them accepts a parameter. */
  offers: readonly { parameters: ParameterTable }[];
}

/**
 * The parameters of the public API that are passed on to a model; empty for a model that does not write text.
 */
export function supportedParameters({ supports, capabilities, offers }: Served): string[] {
  if (!supports.some((modality) => modality.endsWith('-to-text'))) return [];
  const accepted = MODEL_PARAMETERS.filter((name) => {
    const needed = NEEDS[name];
    const isAccepted = offers.some(({ parameters }) => parameters[name] !== false);
    return isAccepted && (needed === undefined || capabilities.includes(needed));
  });
  const brought = capabilities.flatMap((name) => BRINGS[name] ?? []);
  return [...new Set(['max_tokens', 'max_completion_tokens', ...accepted, ...brought])];
}
