import { capital, keywords } from './subject.ts';

/** An instruction to title a conversation has an act before the word "title", or the name of a conversation behind it. */
const ACTS = /\b(?:write|give|make|generate|create|suggest|provide|reply|answer|name|summari[sz]e)\b/i;
const NAMED = /\b(?:conversation|chat|dialogue|exchange)\b/i;
/** Characters between an act and "title", and between "title" and what it names. */
const MAX_BEFORE = 170;
const MAX_BEHIND = 90;

const QUOTED_TURN = /^[ \t]*(?:\**(?:user|human|assistant|ai|chatgpt)\**[ \t]*:|<\/?[a-z]+>)[ \t]*/gim;

/**
 * The requested title, or null if none is requested. An instruction counts in the system message, or at the
 * beginning or end of the last message.
 */
export function titleFor(system: string, user: string): string | null {
  const edges = `${user.slice(0, 240)}\n${user.slice(-240)}`;
  const inSystem = asksForTitle(system);
  if (!inSystem && !(asksForTitle(edges) && /\b(conversation|chat|dialogue)\b/i.test(edges))) return null;
  const quoted = inSystem ? user : withoutInstruction(user);
  const words = keywords(quoted.replace(QUOTED_TURN, ''), 5);
  return words.map((word) => capital(word.slice(0, 24))).join(' ') || 'A Short Conversation';
}

function asksForTitle(text: string): boolean {
  return [...text.matchAll(/\btitle\b/gi)].some(
    ({ index }) =>
      ACTS.test(text.slice(Math.max(0, index - MAX_BEFORE), index)) ||
      NAMED.test(text.slice(index, index + MAX_BEHIND)),
  );
}

/** The lines of a message without the instruction. */
function withoutInstruction(user: string): string {
  return user
    .split('\n')
    .filter((line) => !/\btitle\b/i.test(line))
    .join('\n');
}
