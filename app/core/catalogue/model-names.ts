import type { Tx } from '#db/transaction.ts';
import { readSnapshot } from './snapshot.ts';

/** The names of models by their ids; one that is not in the catalogue any more has none. */
export async function modelNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { models } = await readSnapshot(tx);
  return new Map(
    ids.flatMap((id) => {
      const model = models.get(id);
      return model ? [[id, model.name]] : [];
    }),
  );
}
