import { files } from '#app/core/files/files.ts';
import { MEDIA_FOLDER, sweepOrphans } from '#app/core/files/media-objects.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { SeenRequest } from '#app/sandbox/providers/record.ts';
import { wrongWithAccounts } from './audit-jobs.ts';

interface Fact {
  id: string;
  state: string;
  error_code: string | null;
  charged_micro: string | null;
  entries: string | null;
  files: string;
}

/** An hour later than any stored object, which is the delay of the sweep. */
const SWEEP_MS = 2 * 60 * 60 * 1000;

/**
 * Problems of the rows, the ledger, the bytes, or the provider's orders.
 * @param orders that the provider has received
 * @returns the number of images and videos, and the number of orders that were given up, which are free
 */
export async function auditMedia(
  orders: readonly SeenRequest[],
): Promise<{ problems: string[]; done: number; lost: number }> {
  const facts = await selectRows<Fact>(
    AUTOCOMMIT,
    `SELECT id, state, error_code, charged_micro,
       (SELECT SUM(amount_micro) FROM ledger_entries WHERE reference = CONCAT('charge:', generations.id)) AS entries,
       (SELECT COUNT(*) FROM files WHERE generation_id = generations.id) AS files
     FROM generations WHERE task IN ('image', 'video')`,
  );
  const problems = facts.flatMap((fact) => wrongWith(fact).map((what) => `${fact.id}: ${what}`));
  problems.push(...orderedTwice(orders), ...(await wrongWithAccounts()), ...(await wrongWithBytes()));
  const done = facts.filter(({ state }) => state === 'done').length;
  return { problems, done, lost: facts.length - done };
}

/** An order whose answer may have been lost is given up and free; every other one is done and charged. */
function wrongWith({
  state,
  error_code: code,
  charged_micro: charged,
  entries,
  files: kept,
}: Fact): string[] {
  const isDone = state === 'done';
  const isGivenUp = state === 'failed' && code === 'provider_cut' && charged === '0' && kept === '0';
  const isPaid = isDone && kept === '1' && Number(charged) > 0 && Number(entries) === -Number(charged);
  return isPaid || isGivenUp
    ? []
    : [`${state} ${code}, charged ${charged}, entries ${entries}, ${kept} files`];
}

function orderedTwice(orders: readonly SeenRequest[]): string[] {
  const counts = new Map<string, number>();
  for (const { body } of orders) {
    const { prompt } = body as { prompt: string };
    counts.set(prompt, (counts.get(prompt) ?? 0) + 1);
  }
  return [...counts].flatMap(([prompt, count]) => (count > 1 ? `${prompt}: ordered ${count} times` : []));
}

/** After a sweep the store has the bytes that rows name, and no others. */
async function wrongWithBytes(): Promise<string[]> {
  await sweepOrphans(Date.now() + SWEEP_MS);
  const rows = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    `SELECT object_name AS name FROM files
     UNION ALL SELECT thumbnail_name FROM files WHERE thumbnail_name IS NOT NULL`,
  );
  const named = new Set(rows.map(({ name }) => name));
  const stored = new Set<string>();
  for await (const { name } of (await files()).list(MEDIA_FOLDER)) stored.add(name);
  return [
    ...[...named].filter((name) => !stored.has(name)).map((name) => `${name} is gone`),
    ...[...stored].filter((name) => !named.has(name)).map((name) => `${name} is nobody's`),
  ];
}
