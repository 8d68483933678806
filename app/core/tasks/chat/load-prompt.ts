import { readRequest } from '#app/core/generation/record/request-file.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { targetOf } from '#app/core/targets/table.ts';
import type { Prompt } from '#app/core/targets/target.ts';
import type { Tx } from '#db/transaction.ts';

/** What a run sends to its provider: the call as its client sent it, or what its target knows. */
export async function loadPrompt(tx: Tx, generation: Generation): Promise<Prompt> {
  const { loadPrompt: loadFromTarget } = targetOf(generation);
  if (loadFromTarget) return loadFromTarget(tx, generation);
  const asked = JSON.parse(await readRequest(generation)) as Pick<
    Prompt,
    'messages' | 'options' | 'cap' | 'resume'
  >;
  return { ...asked, isFirst: false };
}
