import { randomUUID } from 'node:crypto';
import { files } from '#app/core/files/files.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { SealedTexts } from '#app/core/vault/reseal.ts';
import { open, seal, type Binding } from '#app/core/vault/vault.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import type { Generation } from './row.ts';

const FOLDER = 'requests';

/**
 * Requests above this size, in bytes, and all images go to a file: a packet to the database is limited to 16
 * MB.
 */
const MAX_INLINE_BYTES = 64 * 1024;

/** Age in milliseconds below which an unreferenced file is not deleted: its call may be in admission. */
const ORPHAN_MS = 60 * 60 * 1000;

type Owned = Pick<Generation, 'id' | 'userId' | 'request'>;
type OpenRun = Owned & { request: string };

/** Reference of a row to the file that holds its request. */
const MARK = /^\{"file":"(requests\/[\w-]+)"\}$/;

export const fileOf = (request: string | null) => MARK.exec(request ?? '')?.[1] ?? null;

export const bindingOf = ({ id, userId }: Omit<Owned, 'request'>): Binding => ({
  ownerId: userId,
  purpose: `request:${id}`,
});

/**
 * Stores the request of a call before its admission.
 * @returns the value for the row: the request itself, or a reference to its sealed file
 * @throws AppError unavailable if the file store is away
 */
export async function saveRequest(generation: Owned): Promise<string | null> {
  const { request } = generation;
  if (request === null || !isLarge(request)) return request;
  const name = `${FOLDER}/${randomUUID()}`;
  await (await files()).put(name, Buffer.from(seal(request, bindingOf(generation))));
  return JSON.stringify({ file: name });
}

function isLarge(request: string): boolean {
  return (
    request.length > MAX_INLINE_BYTES ||
    request.includes('data:image/') ||
    Buffer.byteLength(request) > MAX_INLINE_BYTES
  );
}

/**
 * Reads the request of a call from its row or its file.
 * @throws AppError unavailable if the file store is away; Error if the request or the vault's key is gone
 */
export async function readRequest(generation: Owned): Promise<string> {
  const { id, request } = generation;
  const name = fileOf(request);
  const content = name === null ? request : await (await files()).get(name);
  if (content === null) throw new Error(`The call ${id} has lost its request`);
  return typeof content === 'string' ? content : open(content.toString(), bindingOf(generation));
}

/**
 * Deletes the request files of calls that ended or were never admitted. While the store is away, they are
 * left to be pruned.
 */
export async function discardRequests(requests: readonly (string | null)[]): Promise<void> {
  try {
    for (const name of requests.map(fileOf)) if (name !== null) await (await files()).delete(name);
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'the files of requests stay until they are pruned');
  }
}

/**
 * Deletes request files that no open run references.
 * @returns how many
 */
export async function pruneRequestFiles(now = Date.now()): Promise<number> {
  const store = await files();
  const old: string[] = [];
  for await (const { name, storedAt } of store.list(FOLDER)) {
    if (now - storedAt.getTime() > ORPHAN_MS) old.push(name);
  }
  if (old.length === 0) return 0;
  const named = new Set((await openWithFile(AUTOCOMMIT)).map(({ request }) => fileOf(request)));
  const orphans = old.filter((name) => !named.has(name));
  for (const name of orphans) await store.delete(name);
  return orphans.length;
}

/** Open runs whose request is in a file. */
function openWithFile(tx: Tx): Promise<OpenRun[]> {
  return selectRows(
    tx,
    `SELECT id, user_id AS userId, request FROM generations
     WHERE state IN ('queued', 'running') AND request LIKE '{"file":%'`,
  );
}

/**
 * The request files of open runs, for a rotation of the vault's keys. A file that its run deletes meanwhile is
 * written again without a run, and is pruned.
 */
export const SEALED_REQUESTS: SealedTexts<OpenRun>[] = [
  {
    list: async (tx, after) => (after === null ? openWithFile(tx) : []),
    async read(_, run) {
      const name = fileOf(run.request);
      const sealed = name && (await (await files()).get(name))?.toString();
      return sealed ? { sealed, binding: bindingOf(run) } : null;
    },
    async replace(_, { request }, { fresh }) {
      await (await files()).put(fileOf(request)!, Buffer.from(fresh));
      return 1;
    },
  },
];
