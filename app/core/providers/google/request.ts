import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { ProviderRequest } from '#app/core/providers/contract.ts';
import { refused } from '#app/core/providers/shared/failure.ts';
import { sentStops, type StopRules } from '#app/core/providers/shared/options.ts';
import { functionOf } from '#app/core/providers/shared/text-tools.ts';
import { allowedNames, withWireCalls } from '#app/core/providers/shared/tool-calls.ts';
import { toConversation } from './messages.ts';
import { GEMINI_CALLS, rulesOf, thinkingFor, type ModelRules } from './model-rules.ts';
import type {
  FunctionCallingConfig,
  FunctionDeclaration,
  GenerateRequest,
  GenerationConfig,
} from './wire.ts';

/**
 * Converts our request to the Gemini API. Left out are options that its models refuse (several answers,
 * penalties, probabilities) or ignore (sampling, from 3.5 on), and the caller's `user`, which may identify a
 * person.
 * @throws ProviderError for messages and schemas that the wire cannot express
 */
export function toWireRequest(original: ProviderRequest): GenerateRequest {
  const request = withWireCalls(original, GEMINI_CALLS);
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
      // The wire takes 32 bits; the same seed always maps to the same value.
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
export const GEMINI_STOPS: StopRules = { accepts: (sequence) => sequence !== '', max: 5 };

function toFormat(
  format: CompletionOptions['response_format'],
): Pick<GenerationConfig, 'responseMimeType' | 'responseJsonSchema'> {
  if (format === undefined || format.type === 'text') return {};
  if (format.type === 'json_object') return { responseMimeType: 'application/json' };
  const { schema, name } = format.json_schema;
  if (!schema) throw refused(`the schema ${name} of response_format is empty`);
  return { responseMimeType: 'application/json', responseJsonSchema: schema };
}

/** Converts the tools and the tool choice. */
function toTools({
  tools = [],
  tool_choice: choice,
}: CompletionOptions): Pick<GenerateRequest, 'tools' | 'toolConfig'> {
  const allowed = allowedNames(choice);
  const defined = tools.map(toDeclaration).filter(({ name }) => !allowed || allowed.has(name));
  if (defined.length === 0) return {};
  const config = toConfig(choice);
  return {
    tools: [{ functionDeclarations: defined }],
    ...(config ? { toolConfig: { functionCallingConfig: config } } : {}),
  };
}

function toDeclaration(tool: NonNullable<CompletionOptions['tools']>[number]): FunctionDeclaration {
  const { name, description, parameters } = tool.type === 'custom' ? functionOf(tool.custom) : tool.function;
  return {
    name,
    ...(description ? { description } : {}),
    ...(parameters ? { parametersJsonSchema: { ...parameters, type: 'object' } } : {}),
  };
}

function toConfig(choice: CompletionOptions['tool_choice']): FunctionCallingConfig | undefined {
  if (choice === undefined || choice === 'auto') return undefined;
  if (choice === 'none') return { mode: 'NONE' };
  if (choice === 'required') return { mode: 'ANY' };
  if (choice.type === 'function') return { mode: 'ANY', allowedFunctionNames: [choice.function.name] };
  if (choice.type === 'custom') return { mode: 'ANY', allowedFunctionNames: [choice.custom.name] };
  return choice.allowed_tools.mode === 'required' ? { mode: 'ANY' } : undefined;
}
