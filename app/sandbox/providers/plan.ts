import { scenarioOfModel } from './models.ts';
import { readDirective, splitDirectives, type Refusal, type Scenario } from './scenario.ts';
import { titleFor } from './words/title.ts';

/** What a sandbox remembers between requests. */
export interface Memory {
  /** Milliseconds between chunks where neither model nor directive says so. */
  pace: number;
  /** How often a message or a directive was seen. */
  seen: Map<string, number>;
}

const REMEMBERED = 10_000;

/** What a request asks for, whatever its wire. */
export interface Wish {
  model: string;
  system: string;
  /** The last message of the person. */
  user: string;
  /** Programs offer tools with all that they ask, and never with a request for a title. */
  offersTools?: boolean;
  /** Which of the sandbox's providers was asked. */
  provider: string;
  /** What opened it: some keys are refused by their names. */
  key?: string;
}

/**
 * How a request is answered: as its model does, and as the directives of its last message say.
 * @returns null for a model that the sandbox does not have; `question` is the message without its directives
 * @throws ScenarioError
 */
export function planAnswer(wish: Wish, memory: Memory): { scenario: Scenario; question: string } | null {
  const base = scenarioOfModel(wish.model, memory.pace);
  if (!base) return null;
  const { directive, rest: question } = splitDirectives(wish.user, wish.provider);
  // A request for a title quotes the conversation: its directives were meant for the reply.
  const title = wish.offersTools ? null : titleFor(wish.system, question);
  const scenario = title ? { ...base, text: title, thinking: null } : readDirective(directive, base);
  const refusal = refusalOf(wish.key ?? '');
  if (refusal) return { scenario: { ...scenario, fault: refusal, delay: 0 }, question };
  if (scenario.times > 0 && countOf(memory, `directive ${directive}`) > scenario.times) scenario.fault = null;
  return { scenario, question };
}

/** A key that its name says is not valid, or has no money left: so that keys of people can be tried. */
function refusalOf(key: string): Refusal | null {
  if (key.includes('sandbox-refused')) return '401';
  return key.includes('sandbox-exhausted') ? 'quota' : null;
}

/** Counts one more of `key` and says how many there were. */
export function countOf({ seen }: Memory, key: string): number {
  if (seen.size > REMEMBERED) seen.clear();
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return count;
}
