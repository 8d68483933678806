import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { redis } from '#app/core/platform/redis.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Trace } from './canary.ts';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Records every answer that this process gets by fetch, headers and body, under its method, path and status.
 */
export function recordAnswers(): { answers: () => Promise<Trace[]>; stop: () => void } {
  const original = globalThis.fetch;
  const answers: Promise<Trace>[] = [];
  globalThis.fetch = async (input, init) => {
    const answer = await original(input, init);
    const { pathname } = new URL(answer.url);
    const place = `answer ${init?.method ?? 'GET'} ${pathname.replace(ID, ':id')} ${answer.status}`;
    const head = JSON.stringify([...answer.headers]);
    const copy = answer.clone();
    answers.push(
      copy.text().then(
        (body) => ({ place, text: head + body }),
        () => ({ place: `${place} (cut)`, text: head }),
      ),
    );
    return answer;
  };
  return {
    answers: () => Promise.all(answers),
    stop: () => {
      globalThis.fetch = original;
    },
  };
}

/** Every row of every table. */
export async function readTables(): Promise<Trace[]> {
  const tables = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  return Promise.all(
    tables.map(async ({ name }) => ({
      place: `table ${name}`,
      text: JSON.stringify(await selectRows<object>(AUTOCOMMIT, `SELECT * FROM \`${name}\``)),
    })),
  );
}

/** Every key of this test file's Redis number, of every type, with its value. */
export async function readRedis(): Promise<Trace[]> {
  const traces: Trace[] = [];
  for await (const keys of redis().scanIterator({ COUNT: 1000 }))
    for (const key of keys) {
      const type = await redis().type(key);
      const held = await readKey(key, type);
      traces.push({ place: `Redis ${type} ${key.replace(ID, ':id')}`, text: key + JSON.stringify(held) });
    }
  return traces;
}

function readKey(key: string, type: string): Promise<unknown> {
  const client = redis();
  if (type === 'string') return client.get(key);
  if (type === 'list') return client.lRange(key, 0, -1);
  if (type === 'hash') return client.hGetAll(key);
  if (type === 'set') return client.sMembers(key);
  if (type === 'zset') return client.zRangeWithScores(key, 0, -1);
  if (type === 'stream') return client.xRange(key, '-', '+');
  // It has expired by now.
  if (type === 'none') return Promise.resolve(null);
  throw new Error(`Nobody looks into a ${type}`);
}

/**
 * Records every command that Redis receives, including those in scripts: job payloads and messages are gone
 * once they have been read.
 */
export async function followRedis(): Promise<{ commands: () => Trace; stop: () => void }> {
  const lines: string[] = [];
  const number = new URL(process.env.REDIS_URL ?? '').pathname.slice(1);
  const listener = redis().duplicate();
  listener.on('error', () => undefined);
  await listener.connect();
  await listener.monitor((line) => {
    if (line.includes(` [${number} `)) lines.push(line);
  });
  return {
    commands: () => ({ place: 'Redis commands', text: lines.join('\n') }),
    stop: () => listener.destroy(),
  };
}

/** Every file below a folder: logs, process ids, and others. */
export function readFiles(folder: string): Trace[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return { place: `file ${path.relative(folder, file)}`, text: readFileSync(file, 'latin1') };
    });
}
