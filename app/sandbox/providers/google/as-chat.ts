import type { ChatRequest } from '../openai/chat-request.ts';
import type { ChatMessage } from '../openai/messages.ts';
import type { GenerateRequest, RequestTurn } from './generate-request.ts';
import { wordsOf } from './rules.ts';

/** Recognizes the prompt that makes models continue their own text. */
const GOES_ON = /^your last message was cut off\b/i;

/**
 * The request in OpenAI's form, from which the sandbox derives its answer. Images, sound and files are left
 * out.
 */
export function asChat(request: GenerateRequest, model: string): ChatRequest {
  const { systemInstruction, contents, tools = [], toolConfig, generationConfig: config = {} } = request;
  const turns = contents.flatMap(toTurns);
  const last = turns.at(-1);
  if (last?.role === 'user' && typeof last.content === 'string' && GOES_ON.test(last.content)) turns.pop();
  const system = systemInstruction ? wordsOf(systemInstruction) : '';
  const declared = tools.flatMap(({ functionDeclarations }) => functionDeclarations);
  return {
    model,
    messages: [...(system ? [{ role: 'system' as const, content: system }] : []), ...turns],
    max_tokens: config.maxOutputTokens,
    stop: config.stopSequences,
    ...formatOf(config),
    ...(declared.length > 0 && {
      tools: declared.map(({ name, description, parametersJsonSchema: parameters }) => ({
        type: 'function' as const,
        function: {
          name,
          ...(description !== undefined && { description }),
          ...(parameters && { parameters }),
        },
      })),
    }),
    ...(toolConfig && choiceOf(toolConfig.functionCallingConfig)),
  };
}

function formatOf({
  responseMimeType: type,
  responseJsonSchema: schema,
}: NonNullable<GenerateRequest['generationConfig']>): Pick<ChatRequest, 'response_format'> {
  if (schema) return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } };
  return type === 'application/json' ? { response_format: { type: 'json_object' } } : {};
}

function toTurns(turn: RequestTurn): ChatMessage[] {
  const content = wordsOf(turn);
  if (turn.role === 'model') {
    const calls = turn.parts.flatMap(({ functionCall: call }) =>
      call
        ? [
            {
              id: call.id ?? call.name,
              type: 'function' as const,
              function: { name: call.name, arguments: JSON.stringify(call.args ?? {}) },
            },
          ]
        : [],
    );
    return [{ role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
  }
  const results = turn.parts.flatMap(({ functionResponse: result }): ChatMessage[] =>
    result
      ? [{ role: 'tool', tool_call_id: result.id ?? result.name, content: outputOf(result.response) }]
      : [],
  );
  return content === '' && results.length > 0 ? results : [...results, { role: 'user', content }];
}

function outputOf(response: Record<string, unknown>): string {
  const { output } = response;
  return typeof output === 'string' ? output : JSON.stringify(response);
}

function choiceOf({
  mode,
  allowedFunctionNames: names = [],
}: NonNullable<GenerateRequest['toolConfig']>['functionCallingConfig']): Pick<ChatRequest, 'tool_choice'> {
  if (mode === 'NONE') return { tool_choice: 'none' };
  if (mode !== 'ANY') return {};
  if (names.length === 0) return { tool_choice: 'required' };
  const tools = names.map((name) => ({ type: 'function' as const, function: { name } }));
  return { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools } } };
}
