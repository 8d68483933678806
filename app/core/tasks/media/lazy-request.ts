import { readRequest } from '#app/core/generation/record/request-file.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Input } from '../task.ts';

/** What was ordered, read when it is needed: a look at a job needs none of it. */
export interface LazyRequest<Record> extends Input {
  read(): Promise<Record>;
}

/** The request of a generation, read once at most. */
export function lazyRequest<Record>(generation: Generation): LazyRequest<Record> {
  let record: Promise<Record> | undefined;
  return {
    read: () => (record ??= readRequest(generation).then((request) => JSON.parse(request) as Record)),
  };
}
