import type { ChatMessage } from '../openai/messages.ts';
import type { ChatRequest } from '../openai/chat-request.ts';
import { blocksOf } from './rules.ts';
import type { MessageRequest, RequestBlock } from './message-request.ts';

/** Recognizes the prompt that makes newer models continue their own text, since they accept no prefill. */
const GOES_ON = /^your last message was cut off\b/i;

/** The request in OpenAI's form, from which the sandbox derives its answer. Images and files are left out. */
export function asChat(request: MessageRequest): ChatRequest {
  const { system, tools, tool_choice: choice, output_config: output } = request;
  const instructions = typeof system === 'string' ? system : system?.map(({ text }) => text).join('\n');
  const turns = request.messages.flatMap(toTurns);
  const last = turns.at(-1);
  if (last?.role === 'user' && typeof last.content === 'string' && GOES_ON.test(last.content)) turns.pop();
  const schema = output?.format?.schema;
  return {
    model: request.model,
    messages: [...(instructions ? [{ role: 'system' as const, content: instructions }] : []), ...turns],
    max_tokens: request.max_tokens,
    stop: request.stop_sequences,
    ...(schema
      ? { response_format: { type: 'json_schema' as const, json_schema: { name: 'answer', schema } } }
      : {}),
    ...(tools
      ? {
          tools: tools.map(({ name, description, input_schema: parameters }) => ({
            type: 'function' as const,
            function: { name, ...(description !== undefined && { description }), parameters },
          })),
        }
      : {}),
    ...(choice ? choiceOf(choice) : {}),
  };
}

function toTurns(message: MessageRequest['messages'][number]): ChatMessage[] {
  const blocks = blocksOf(message);
  const content = textOf(blocks);
  if (message.role === 'assistant') {
    const calls = blocks.flatMap((block) =>
      block.type === 'tool_use'
        ? [
            {
              id: block.id,
              type: 'function' as const,
              function: { name: block.name, arguments: JSON.stringify(block.input) },
            },
          ]
        : [],
    );
    return [{ role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
  }
  const results = blocks.flatMap((block): ChatMessage[] =>
    block.type === 'tool_result'
      ? [{ role: 'tool', tool_call_id: block.tool_use_id, content: resultOf(block.content) }]
      : [],
  );
  return content === '' && results.length > 0 ? results : [...results, { role: 'user', content }];
}

function textOf(blocks: readonly RequestBlock[]): string {
  return blocks
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n')
    .trim();
}

function resultOf(content: Extract<RequestBlock, { type: 'tool_result' }>['content']): string {
  return typeof content === 'string' ? content : textOf(content ?? []);
}

function choiceOf(
  choice: NonNullable<MessageRequest['tool_choice']>,
): Pick<ChatRequest, 'tool_choice' | 'parallel_tool_calls'> {
  if (choice.type === 'none') return { tool_choice: 'none' };
  const alone = choice.disable_parallel_tool_use ? { parallel_tool_calls: false } : {};
  if (choice.type === 'auto') return alone;
  if (choice.type === 'any') return { tool_choice: 'required', ...alone };
  return { tool_choice: { type: 'function', function: { name: choice.name } }, ...alone };
}
