import { answerTo } from '../words/answer.ts';
import { proseOf } from '../words/prose.ts';
import type { FinishStyle, Scenario } from '../scenario.ts';
import { contentText, countPrompt, countText, textPieces } from '../tokens.ts';
import type { ChatRequest } from './validate.ts';

/** What will be said, decided before the first word. */
export interface Reply {
  text: readonly string[];
  thinking: readonly string[];
  finish: FinishStyle;
  toolCall: { id: string; name: string; arguments: string } | null;
  usage: WireUsage;
}

export interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number; audio_tokens: number };
  completion_tokens_details: { reasoning_tokens: number; audio_tokens: number };
}

/** Splits a request into the texts that an answer depends on. The last user message has no directive any more. */
export function textsOf({ messages }: ChatRequest): { system: string; user: string; goesOn: boolean } {
  const system = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }) => contentText(content))
    .join('\n');
  const user = messages.findLast(({ role }) => role === 'user');
  return { system, user: contentText(user?.content), goesOn: messages.at(-1)?.role === 'assistant' };
}

/**
 * Decides the whole reply: its words, cut to the output cap, and a usage that agrees with a count of what was
 * received and what is sent.
 * @param question the person's message without its directive
 */
export function composeReply(
  request: ChatRequest,
  scenario: Scenario,
  question: string,
  repeat: number,
): Reply {
  const cap = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const thinking = scenario.thinking ? textPieces(scenario.thinking).slice(0, cap) : [];
  const whole =
    scenario.fault === 'empty'
      ? []
      : wantedPieces(scenario, { goesOn: textsOf(request).goesOn, user: question, repeat });
  const text = whole.slice(0, Math.max(0, cap - thinking.length));
  const cut = text.length < whole.length;
  const toolCall = scenario.finish === 'tool_calls' ? callOf(request, question) : null;
  const finish = scenario.finish ?? (cut ? 'length' : 'stop');
  return { text, thinking, finish, toolCall, usage: usageOf(request, scenario, text, thinking) };
}

function wantedPieces(scenario: Scenario, asked: Parameters<typeof answerTo>[0]): readonly string[] {
  if (scenario.length === null) return textPieces(scenario.text ?? answerTo(asked));
  // Six characters make a token here; the text is cut to the exact number afterwards.
  const base = scenario.text ?? proseOf(scenario.length * 6 + 20);
  const pieces = textPieces(base);
  const wanted: string[] = [];
  while (wanted.length < scenario.length && pieces.length > 0) {
    wanted.push(...pieces.slice(0, scenario.length - wanted.length));
  }
  return wanted;
}

/** A call of the first tool on offer, with the question as its one argument. */
function callOf(request: ChatRequest, question: string): Reply['toolCall'] {
  const name = request.tools?.[0]?.function.name ?? 'calculator';
  return { id: 'call_sandbox1', name, arguments: JSON.stringify({ input: question }) };
}

function usageOf(
  request: ChatRequest,
  scenario: Scenario,
  text: readonly string[],
  thinking: readonly string[],
): WireUsage {
  const prompt = countPrompt(request.messages);
  const reasoning = thinking.length > 0 ? countText(thinking.join('')) : 0;
  const completion = reasoning + (text.length > 0 ? countText(text.join('')) : 0);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: Math.min(scenario.cached, prompt), audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
  };
}
