import type { ContentBlockParam, TextBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { readArguments } from '../shared/call-arguments.ts';
import { GO_ON, LEFT_OUT } from '../shared/prompt/go-on.ts';
import { refused } from '../shared/refused.ts';
import { calledAs } from '../shared/options/text-tools.ts';
import type { ModelRules } from './model-rules.ts';
import { toBlocks, toTexts } from './parts.ts';
import { thoughtsIn } from './thoughts.ts';

type AssistantMessage = Extract<PromptMessage, { role: 'assistant' }>;
type ToolCall = NonNullable<AssistantMessage['tool_calls']>[number];

interface Turn {
  role: 'user' | 'assistant';
  content: ContentBlockParam[];
}

export interface Conversation {
  system: TextBlockParam[];
  messages: Turn[];
  /** The prompt ends with results of tools, and the thoughts that led to the calls did not come back. */
  lacksThoughts: boolean;
}

/**
 * OpenAI's messages as the maker wants them: instructions apart, wherever they stood; turns of the same side
 * joined; results of tools as a user's; a user's turn first, and last where the model wants it.
 * @throws ProviderError for what the wire has no words for
 */
export function toConversation(
  prompt: readonly PromptMessage[],
  { prefill }: Pick<ModelRules, 'prefill'>,
): Conversation {
  const system: TextBlockParam[] = [];
  const turns: Turn[] = [];
  for (const message of prompt) {
    if (message.role === 'system' || message.role === 'developer') system.push(...toTexts(message.content));
    else append(turns, toTurn(message));
  }
  if (turns.length === 0) append(turns, { role: 'user', content: system.splice(0) });
  if (turns[0]?.role === 'assistant')
    turns.unshift({ role: 'user', content: [{ type: 'text', text: LEFT_OUT }] });
  endWithUser(turns, prefill);
  const answersTools = turns.at(-1)?.content[0]?.type === 'tool_result';
  const led = turns.at(-2)?.content[0];
  return { system, messages: turns, lacksThoughts: answersTools && !(led && isThought(led)) };
}

/** The conversation for a model that is not to think: it must not be reminded of thoughts. */
export function withoutThoughts(messages: readonly Turn[]): Turn[] {
  return messages.flatMap(({ role, content }) => {
    const kept = content.filter((block) => !isThought(block));
    return kept.length > 0 ? [{ role, content: kept }] : [];
  });
}

function isThought({ type }: ContentBlockParam): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function append(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1);
  if (turn.content.length === 0) return;
  if (last?.role === turn.role) last.content.push(...turn.content);
  else turns.push(turn);
}

/** The beginning of an answer is gone on with; a call that waits for its result is no such thing. */
function endWithUser(turns: Turn[], prefill: boolean): void {
  const last = turns.at(-1);
  const words = last?.content.at(-1);
  if (last?.role !== 'assistant' || words?.type !== 'text') return;
  if (!prefill) turns.push({ role: 'user', content: [{ type: 'text', text: GO_ON }] });
  // White space at the end of a prefill is refused.
  else last.content[last.content.length - 1] = { ...words, text: words.text.trimEnd() };
}

function toTurn(message: Exclude<PromptMessage, { role: 'system' | 'developer' }>): Turn {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: toBlocks(message.content) };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...thoughtsIn(message),
          ...toTexts(message.content),
          ...toTexts(message.refusal),
          ...(message.tool_calls ?? []).map(toToolUse),
        ],
      };
    case 'tool':
      return {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: message.tool_call_id, content: toTexts(message.content) },
        ],
      };
    default:
      throw refused(`this provider does not take messages of the role ${message.role}; tools took its place`);
  }
}

function toToolUse(call: ToolCall): ContentBlockParam {
  const { name, arguments: json } = calledAs(call);
  return { type: 'tool_use', id: call.id, name, input: readArguments(name, json) };
}
