import { factsOf } from '#app/contracts/endpoints/table.ts';
import { readEntry } from './read-entry.ts';
import type { Tx } from '#db/transaction.ts';

/** The columns of a reply that tell which model or persona wrote it. */
interface Signed {
  sender: string;
  endpoint: string | null;
  model: string | null;
}

/**
 * Returns the signature of a reply on a page: the name of its model, listed or not, or the name that its
 * sender chose. In API responses `sender` is the endpoint's label, whichever model answered.
 */
export async function signatureOf(tx: Tx, { sender, endpoint, model }: Signed): Promise<string> {
  const facts = factsOf(endpoint);
  // An endpoint with two names uses them to tell which persona answered.
  const isLabel = facts?.sender === sender && facts.personaSender === undefined;
  if (!isLabel || model === null) return sender;
  const entry = await readEntry(tx, model).catch(() => null);
  return entry?.name ?? model;
}
