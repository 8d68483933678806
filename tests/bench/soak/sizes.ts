import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createClient } from 'redis';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { dataFolders } from '#scripts/launch/paths.mjs';
import { residentBytes } from '#tests/fixtures/process-usage.ts';
import type { Application } from '#tests/setup/start-application.ts';

/** Bytes, by name. */
type Sizes = Record<string, number>;

/** All sizes after this number of calls. */
export interface Sample {
  minutes: number;
  calls: number;
  /** Resident memory of each process. */
  memory: Sizes;
  /** Stored data: it grows with the calls. */
  kept: Sizes;
}

export async function sizesOf(
  { web, worker, mariadb, redis, redisUrl, base }: Application,
  database: Connection,
): Promise<Pick<Sample, 'memory' | 'kept'>> {
  const processes = { web, worker, mariadb, redis };
  const memory = Object.fromEntries(
    Object.entries(processes).map(([name, { pid }]) => [name, residentBytes(pid!)]),
  );
  const [[tables]] = await database.query<({ bytes: string } & RowDataPacket)[]>(
    `SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables
     WHERE table_schema = DATABASE()`,
  );
  const logs = dataFolders(base).logs;
  return {
    memory,
    kept: {
      database: Number(tables!.bytes),
      'data in Redis': await redisBytes(redisUrl),
      logs: readdirSync(logs).reduce((sum, name) => sum + statSync(path.join(logs, name)).size, 0),
    },
  };
}

async function redisBytes(url: string): Promise<number> {
  const client = await createClient({ url }).connect();
  try {
    return Number(/^used_memory_dataset:(\d+)/m.exec(await client.info('memory'))?.[1]);
  } finally {
    client.destroy();
  }
}

const inMegabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/**
 * A Markdown table: memory at each sample, and growth per thousand calls from the first sample to the last.
 */
export function tableOfSizes(samples: readonly Sample[]): string {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  const thousands = (last.calls - first.calls) / 1000;
  const names = [...Object.keys(first.memory), ...Object.keys(first.kept)];
  const sizeIn = (sample: Sample, name: string) => sample.memory[name] ?? sample.kept[name] ?? 0;
  const lines = names.map((name) => {
    const sizes = samples.map((sample) => inMegabytes(sizeIn(sample, name)));
    const growth = inMegabytes((sizeIn(last, name) - sizeIn(first, name)) / thousands);
    return `| ${name}, MB | ${sizes.join(' | ')} | ${growth} |`;
  });
  const minutes = samples.map((sample) => `${Math.round(sample.minutes)} min`);
  return [
    `| | ${minutes.join(' | ')} | for each 1,000 calls |`,
    `|---|${samples.map(() => '---:').join('|')}|---:|`,
    `| calls | ${samples.map(({ calls }) => calls).join(' | ')} | |`,
    ...lines,
  ].join('\n');
}
