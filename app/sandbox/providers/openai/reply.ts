import { countOf, type Memory, type Wish } from '../plan.ts';
import type { Scenario } from '../scenario.ts';
import { contentText } from '../tokens.ts';
import { composeChoice, type Choice } from './choice.ts';
import { usageOf, type WireUsage } from './usage.ts';
import type { ChatRequest } from './chat-request.ts';

/** The planned answer, decided before the first token. */
export interface Reply {
  choices: readonly Choice[];
  usage: WireUsage;
}

/** Extracts the texts of a request that the answer depends on. */
export function textsOf({ messages, tools }: ChatRequest): Pick<Wish, 'system' | 'user' | 'offersTools'> {
  const system = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }) => contentText(content))
    .join('\n');
  const user = messages.findLast(({ role }) => role === 'user');
  return { system, user: contentText(user?.content), offersTools: tools !== undefined };
}

/**
 * Plans the whole reply, choice by choice.
 * @param question the user's message without its directives
 * @param number of the request: part of the call ids
 * @throws ScenarioError for a tool that was not offered; SchemaError
 */
export function composeReply(
  request: ChatRequest,
  {
    scenario,
    question,
    number,
    memory,
  }: { scenario: Scenario; question: string; number: number; memory: Memory },
): Reply {
  const repeat = countOf(memory, `message ${question}`) - 1;
  const choices = Array.from({ length: request.n ?? 1 }, (_, index) =>
    composeChoice(request, { scenario, question, repeat: repeat + index, ids: `sandbox${number}_${index}` }),
  );
  return { choices, usage: usageOf(request, scenario, choices) };
}
