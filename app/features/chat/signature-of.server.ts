import type { ChatMessage } from '#app/contracts/chat.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * What a reply is signed with on a page: the name of its model, on offer or not, or the one that its sender chose.
 * The `sender` of the calls is the endpoint's label, whoever answered.
 */
export async function signatureOf({ sender, endpoint, model }: ChatMessage): Promise<string> {
  const facts = factsOf(endpoint);
  // Who has two names says with them which of both has answered.
  const isLabel = facts?.sender === sender && facts.personaSender === undefined;
  if (!isLabel || model === null) return sender;
  const entry = await readEntry(AUTOCOMMIT, model).catch(() => null);
  return entry?.name ?? model;
}
