// npm run bench:scale [-- --generations=200000] [--fresh] [--looks=9] [--only=dashboard]: first byte and
// total time of the pages of a large installation, and the speed and memory of exports of its calls.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { cpuSeconds } from '#tests/fixtures/process-usage.ts';
import { median } from '../statistics.ts';
import { measureExport } from './export.ts';
import { measureRequest, type MeasuredRequest } from './measured-request.ts';
import { pagesOf, type Person, type ScalePage } from './pages.ts';
import { findPlaces, signIn } from './places.ts';
import { sizeOf, WHOLE } from './size.ts';
import { startStand } from './stand.ts';

const { values: options } = parseArgs({
  options: {
    generations: { type: 'string', default: String(WHOLE.generations) },
    looks: { type: 'string', default: '9' },
    only: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
  },
});

const startedAt = Date.now();
const say = (what: string) =>
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);
const isStopped = new Promise<never>((_, reject) => {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => reject(new Error(name)));
});

const size = sizeOf(Number(options.generations));
say(`${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}`);
say(`${size.generations} generations, ${size.models} models, ${size.users} users over ${size.days} days`);
const stand = await startStand({ size, isFresh: options.fresh, say });
try {
  await Promise.race([measure(), isStopped]);
} finally {
  await stand.stop();
}

async function measure(): Promise<void> {
  const cookies = await signIn(stand.url, size);
  const pages = pagesOf(await findPlaces(stand.url, size)).filter(({ name }) => name.includes(options.only));
  say(`ready; load average ${os.loadavg()[0]!.toFixed(1)}`);
  console.log(
    '\n| what | whose | first byte, ms: cold | median | worst | goal | total, median | CPU of web, database, ms | kB |',
  );
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const page of pages) console.log(lineOf(page, await measurePage(page, cookies[page.who])));
  if (!'export'.includes(options.only)) return;
  console.log(
    '\n| export | MB | MB/s | CPU of web, database, ms a MB | highest memory of web, MB: first, last fifth | after a collection |',
  );
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const who of ['heaviest', 'admin'] as const)
    for (const format of ['csv', 'json'] as const) console.log(await exportLine(who, format, cookies[who]));
}

interface Looks {
  /** The first one since the servers were started. */
  cold: MeasuredRequest;
  warm: MeasuredRequest[];
  /** Milliseconds of CPU time of a warm one, which other work on the machine does not change. */
  webMs: number;
  databaseMs: number;
}

async function measurePage({ path }: ScalePage, cookie: string): Promise<Looks> {
  const once = () => measureRequest(stand.url + path, { cookie });
  const cold = await once();
  const used = () => [stand.web, stand.mariadb].map(cpuSeconds);
  const before = used();
  const warm: MeasuredRequest[] = [];
  while (warm.length < Number(options.looks)) warm.push(await once());
  const [webMs, databaseMs] = used().map((seconds, at) => ((seconds - before[at]!) * 1000) / warm.length);
  return { cold, warm, webMs: webMs!, databaseMs: databaseMs! };
}

function lineOf({ name, who, goalMs }: ScalePage, { cold, warm, webMs, databaseMs }: Looks): string {
  const firstBytes = warm.map(({ firstByteMs }) => firstByteMs);
  const isOver = median(firstBytes) > goalMs;
  const cells = [
    name,
    who,
    cold.firstByteMs.toFixed(0),
    median(firstBytes).toFixed(0),
    Math.max(...firstBytes).toFixed(0),
    `${goalMs}${isOver ? ' (missed)' : ''}`,
    median(warm.map(({ totalMs }) => totalMs)).toFixed(0),
    `${webMs.toFixed(0)}, ${databaseMs.toFixed(0)}`,
    (cold.bytes / 1000).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function exportLine(who: Person, format: 'csv' | 'json', cookie: string): Promise<string> {
  const url = `${stand.url}/usage/export.${format}?dateInterval=ALL`;
  const measured = await measureExport(url, { cookie, web: stand.web, database: stand.mariadb });
  const { megabytes, megabytesPerSecond, webMs, databaseMs, highest, kept } = measured;
  const cells = [
    megabytes.toFixed(0),
    megabytesPerSecond.toFixed(1),
    `${webMs.toFixed(1)}, ${databaseMs.toFixed(1)}`,
    ...[highest, kept].map(({ first, last }) => `${first.toFixed(0)}, ${last.toFixed(0)}`),
  ];
  return `| ${format.toUpperCase()}, ${who} | ${cells.join(' | ')} |`;
}
