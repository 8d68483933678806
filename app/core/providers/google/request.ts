import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { ProviderRequest } from '../contract.ts';
import { withWireCalls } from '../shared/call-names.ts';
import { refused } from '../shared/refused.ts';
import { sentStops, type StopRules } from '../shared/options/stop-sequences.ts';
import { GEMINI_CALLS } from './call-rules.ts';
import { rulesOf, type ModelRules } from './model-rules.ts';
import { thinkingFor } from './thinking.ts';
import { toTools } from './tools.ts';
import { toConversation } from './turns.ts';
import type { GenerateRequest, GenerationConfig } from './wire.ts';

/**
 * Our request in the words of the Gemini API. Left out is what its models refuse (several answers, penalties,
 * probabilities) or pass over (sampling, from 3.5 on), and the caller's `user`, which may name a person.
 * @throws ProviderError for messages and schemas that the wire has no words for
 */
export function toWireRequest(asked: ProviderRequest): GenerateRequest {
  const request = withWireCalls(asked, GEMINI_CALLS);
  const { options, maxOutputTokens } = request;
  const rules = rulesOf(request.model);
  const { system, contents } = toConversation(request.messages, rules);
  const thinkingConfig = thinkingFor(rules, {
    effort: options.reasoning_effort,
    budget: options.thinking_budget,
    maxOutputTokens,
  });
  const stop = sentStops(options.stop, GEMINI_STOPS);
  const { seed } = options;
  return {
    contents,
    ...(system.length > 0 ? { systemInstruction: { parts: system } } : {}),
    ...toTools(options),
    generationConfig: {
      maxOutputTokens,
      ...samplingFor(rules, options),
      // The wire takes 32 bits; the same number is always folded into the same one.
      ...(typeof seed === 'number' ? { seed: seed | 0 } : {}),
      ...(stop.length > 0 ? { stopSequences: stop } : {}),
      ...toFormat(options.response_format),
      ...(thinkingConfig ? { thinkingConfig } : {}),
    },
  };
}

function samplingFor(
  { sampling }: ModelRules,
  { temperature, top_p: topP, top_k: topK }: CompletionOptions,
): Pick<GenerationConfig, 'temperature' | 'topP' | 'topK'> {
  if (!sampling) return {};
  return {
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof topP === 'number' ? { topP } : {}),
    ...(topK === undefined ? {} : { topK }),
  };
}

/** The maker refuses an empty stop sequence, and more than five. */
export const GEMINI_STOPS: StopRules = { isTaken: (sequence) => sequence !== '', max: 5 };

function toFormat(
  format: CompletionOptions['response_format'],
): Pick<GenerationConfig, 'responseMimeType' | 'responseJsonSchema'> {
  if (format === undefined || format.type === 'text') return {};
  if (format.type === 'json_object') return { responseMimeType: 'application/json' };
  const { schema, name } = format.json_schema;
  if (!schema) throw refused(`the schema ${name} of response_format is empty`);
  return { responseMimeType: 'application/json', responseJsonSchema: schema };
}
