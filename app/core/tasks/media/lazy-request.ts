import { readRequest } from '#app/core/generation/record/request-file.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { targetOf } from '#app/core/targets/table.ts';
import type { Tx } from '#db/transaction.ts';
import type { Input } from '../task.ts';

/** What was ordered, read when it is needed: a look at a job needs none of it. */
export interface LazyRequest<Record> extends Input {
  read(): Promise<Record>;
}

/** The request of a generation, read once at most; and whether a conversation begins with what it answers. */
export async function lazyRequest<Record>(tx: Tx, generation: Generation): Promise<LazyRequest<Record>> {
  let record: Promise<Record> | undefined;
  const readOnce = async () => {
    try {
      return JSON.parse(await readRequest(generation)) as Record;
    } catch (error) {
      // A store that was away is asked again.
      record = undefined;
      throw error;
    }
  };
  return {
    isFirst: await targetOf(generation).isFirst?.(tx, generation),
    read: () => (record ??= readOnce()),
  };
}
