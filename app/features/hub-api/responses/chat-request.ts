import { AppError } from '#app/contracts/errors.ts';
import type { ChatRequest } from '#app/contracts/openai/chat-request.ts';
import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import { ignoredInResponses, type ResponsesRequest } from '#app/contracts/openai/responses/request.ts';
import { ownTools } from '#app/contracts/openai/responses/tools.ts';
import { toMessages } from './chat-messages.ts';
import { withoutGroups } from './tool-groups.ts';

type Tool = ReturnType<typeof withoutGroups>[number];

type Choice = NonNullable<ResponsesRequest['tool_choice']>;

type Format = NonNullable<NonNullable<ResponsesRequest['text']>['format']>;

/** The fields of a response, by the names that the pipeline has for them: those of chat completions. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^messages\b.*$/s, 'input'],
  [/^max_(completion_)?tokens$/, 'max_output_tokens'],
  [/^response_format\b/, 'text.format'],
  [/^reasoning_effort$/, 'reasoning.effort'],
  [/^verbosity$/, 'text.verbosity'],
  [/^logprobs$/, 'include'],
];

/**
 * The same call in the form of chat completions, which the pipeline accepts.
 * @param items the whole conversation: earlier items, and the input
 * @throws AppError invalid_request for tools with the same name
 */
export function toChat(body: ResponsesRequest, items: readonly PlainItem[]): ChatRequest {
  const { text, reasoning, tool_choice: choice } = body;
  const tools = withoutGroups(ownTools(body.tools));
  const wantsLogprobs =
    body.include?.includes('message.output_text.logprobs') || body.top_logprobs !== undefined;
  const request: Partial<ChatRequest> & Pick<ChatRequest, 'messages'> = {
    model: body.model,
    models: body.models,
    provider: body.provider,
    messages: toMessages(body.instructions, items),
    stream: body.stream,
    max_completion_tokens: body.max_output_tokens,
    temperature: body.temperature,
    top_p: body.top_p,
    top_k: body.top_k,
    frequency_penalty: body.frequency_penalty,
    presence_penalty: body.presence_penalty,
    stop: body.stop,
    logit_bias: body.logit_bias,
    seed: body.seed,
    parallel_tool_calls: tools.length > 0 ? body.parallel_tool_calls : undefined,
    prompt_cache_key: body.prompt_cache_key,
    logprobs: wantsLogprobs || undefined,
    top_logprobs: body.top_logprobs,
    tools: tools.length > 0 ? tools.map(toTool) : undefined,
    tool_choice: tools.length > 0 && choice !== undefined ? toChoice(choice) : undefined,
    response_format: text?.format ? toFormat(text.format) : undefined,
    verbosity: text?.verbosity,
    reasoning_effort: reasoning?.effort,
  };
  // Added by name, so that the receipt and the header list them as fields without effect.
  for (const name of ignoredInResponses(body)) request[name] ??= true;
  // The type has every optional field; absent ones are undefined.
  return request as ChatRequest;
}

function toTool(tool: Tool): NonNullable<ChatRequest['tools']>[number] {
  const { name } = tool;
  const described = { description: tool.description || undefined };
  if (tool.type === 'function')
    return {
      type: 'function',
      function: {
        name,
        ...described,
        parameters: tool.parameters ?? undefined,
        strict: tool.strict ?? undefined,
      },
      cache_control: undefined,
    };
  const { format } = tool;
  return {
    type: 'custom',
    custom: {
      name,
      ...described,
      ...(format && {
        format:
          format.type === 'grammar'
            ? { type: 'grammar', grammar: { syntax: format.syntax, definition: format.definition } }
            : format,
      }),
    },
    cache_control: undefined,
  };
}

function toChoice(choice: Choice): NonNullable<ChatRequest['tool_choice']> {
  if (typeof choice === 'string') return choice;
  if (choice.type !== 'allowed_tools') return named(choice);
  const { mode, tools } = choice;
  return { type: 'allowed_tools', allowed_tools: { mode, tools: tools.map(named) } };
}

function named({ type, name }: { type: 'function' | 'custom'; name: string }) {
  return type === 'function' ? { type, function: { name } } : { type, custom: { name } };
}

function toFormat(format: Format): NonNullable<ChatRequest['response_format']> {
  if (format.type !== 'json_schema') return format;
  const { name, description, schema, strict } = format;
  return {
    type: 'json_schema',
    json_schema: { name, description: description ?? undefined, schema, strict },
  };
}

/** The caller's name for a field of the pipeline. */
export function callerField(field: string): string {
  for (const [theirs, ours] of FIELDS) if (theirs.test(field)) return field.replace(theirs, ours);
  return field;
}

/** Renames the field of an error to the one that the caller sent. */
export function withCallerField(error: unknown): unknown {
  if (!(error instanceof AppError) || error.param === null) return error;
  const { code, params, retryAfterSeconds, shouldRetry, param } = error;
  return new AppError(code, {
    message: error.message,
    param: callerField(param),
    params,
    retryAfterSeconds,
    shouldRetry,
    cause: error,
  });
}
