import { capital, keywords } from './subject.ts';

/** An instruction to name a conversation, wherever in the request it stands. */
const ASKS_FOR_TITLE =
  /\b(?:write|give|make|generate|create|suggest|provide|reply|answer|name|summari[sz]e)\b[^]{0,160}\btitle\b|\btitle\b[^]{0,80}\b(?:conversation|chat|dialogue|exchange)\b/i;

const QUOTED_TURN = /^\s*(?:\**(?:user|human|assistant|ai|chatgpt)\**\s*:|<\/?[a-z]+>)\s*/gim;

/**
 * The title that a request asks for, or null when it asks for none. An instruction counts when it stands in
 * the system message, or when it is what the last message begins or ends with.
 */
export function titleFor(system: string, user: string): string | null {
  const edges = `${user.slice(0, 240)}\n${user.slice(-240)}`;
  const inSystem = ASKS_FOR_TITLE.test(system);
  if (!inSystem && !(ASKS_FOR_TITLE.test(edges) && /\b(conversation|chat|dialogue)\b/i.test(edges)))
    return null;
  const quoted = inSystem ? user : withoutInstruction(user);
  const words = keywords(quoted.replace(QUOTED_TURN, ''), 5);
  return words.map((word) => capital(word.slice(0, 24))).join(' ') || 'A Short Conversation';
}

/** The lines of a message that are not the instruction itself. */
function withoutInstruction(user: string): string {
  return user
    .split('\n')
    .filter((line) => !/\btitle\b/i.test(line))
    .join('\n');
}
