import { scenarioOfModel } from './models.ts';
import { readDirective, splitDirectives, type Refusal, type Scenario } from './scenario.ts';
import { titleFor } from './words/title.ts';

/** The state that a sandbox keeps between requests. */
export interface Memory {
  /** Milliseconds between chunks if neither model nor directive says so. */
  pace: number;
  /** Number of times that a message or a directive was seen. */
  seen: Map<string, number>;
}

const REMEMBERED = 10_000;

/** The content of a request, whatever its wire. */
export interface Wish {
  model: string;
  system: string;
  /** The last user message. */
  user: string;
  /** Programs offer tools with all their requests, but never with a request for a title. */
  offersTools?: boolean;
  /** The sandbox provider of the request. */
  provider: string;
  /** The key of the request: some keys are refused by their names. */
  key?: string;
}

/**
 * Plans the answer to a request: by its model, and by the directives of its last message.
 * @returns null for a model that the sandbox does not have; `question` is the message without its directives
 * @throws ScenarioError
 */
export function planAnswer(wish: Wish, memory: Memory): { scenario: Scenario; question: string } | null {
  const base = scenarioOfModel(wish.model, memory.pace);
  if (!base) return null;
  const { directive, rest: question } = splitDirectives(wish.user, wish.provider);
  // A request for a title quotes the conversation, whose directives were meant for the reply.
  const title = wish.offersTools ? null : titleFor(wish.system, question);
  const scenario = title ? { ...base, text: title, thinking: null } : readDirective(directive, base);
  const refusal = refusalOf(wish.key ?? '');
  if (refusal) return { scenario: { ...scenario, fault: refusal, delay: 0 }, question };
  if (scenario.times > 0 && countOf(memory, `directive ${directive}`) > scenario.times) scenario.fault = null;
  return { scenario, question };
}

/** A key whose name marks it as invalid, or as out of money: so that users' own keys can be tried. */
function refusalOf(key: string): Refusal | null {
  if (key.includes('sandbox-refused')) return '401';
  return key.includes('sandbox-exhausted') ? 'quota' : null;
}

/** Counts one more of `key` and returns the new count. */
export function countOf({ seen }: Memory, key: string): number {
  if (seen.size > REMEMBERED) seen.clear();
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return count;
}
