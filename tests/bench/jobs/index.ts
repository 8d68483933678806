// npm run bench:jobs [-- --jobs=10000] [--looks=4]: images wait at a provider's queue for one worker. Prints
// the worker's memory and CPU while they wait and while they end, and whether all of them have ended and were
// charged.
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { cpuSeconds, residentBytes } from '#tests/fixtures/process-usage.ts';
import { admitJobs } from './admit-jobs.ts';
import { openStage } from './stage.ts';

const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000' },
    /** Number of polls that find a job unfinished before one finds it ended. */
    looks: { type: 'string', default: '4' },
  },
});
const JOBS = Number(options.jobs);
const SAMPLE_MS = 5_000;
const MAX_MS = 45 * 60_000;

interface Counts {
  queued: number;
  waiting: number;
  done: number;
  other: number;
}

async function count(): Promise<Counts> {
  const row = await selectRow<Record<keyof Counts, string>>(
    AUTOCOMMIT,
    `SELECT COALESCE(SUM(state = 'queued'), 0) AS queued, COALESCE(SUM(state = 'running'), 0) AS waiting,
       COALESCE(SUM(state = 'done'), 0) AS done, COALESCE(SUM(state NOT IN ('queued', 'running', 'done')), 0) AS other
     FROM generations`,
  );
  const { queued, waiting, done, other } = row!;
  return { queued: Number(queued), waiting: Number(waiting), done: Number(done), other: Number(other) };
}

const stage = await openStage();
try {
  console.log(`${os.cpus().length} cores, Node ${process.version}; ${JOBS} jobs, one worker`);
  const pid = stage.worker.pid!;
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0).padStart(5);
  console.log(`before: ${Math.round(residentBytes(pid) / 1e6)} MB`);
  const admitting = admitJobs(JOBS, Number(options.looks));
  console.log('\n| s | queued | waiting | done | failed | memory of the worker, MB | processor, % |');
  console.log('|---:|---:|---:|---:|---:|---:|---:|');
  let used = cpuSeconds(pid);
  for (let over = false; !over;) {
    await sleep(SAMPLE_MS);
    const { queued, waiting, done, other } = await count();
    const now = cpuSeconds(pid);
    const share = Math.round(((now - used) * 1000 * 100) / SAMPLE_MS);
    used = now;
    const memory = Math.round(residentBytes(pid) / 1e6);
    console.log(`| ${seconds()} | ${queued} | ${waiting} | ${done} | ${other} | ${memory} | ${share} |`);
    over = done + other >= JOBS || performance.now() - startedAt > MAX_MS;
  }
  await admitting;
  const { done, other, waiting, queued } = await count();
  const orders = new Set(stage.media.jobs.map(({ prompt }) => prompt)).size;
  console.log(
    `\n${done} done, ${other} failed, ${waiting + queued} left; ${stage.media.jobs.length} orders of ${orders} different ones`,
  );
  if (done !== JOBS || stage.media.jobs.length !== JOBS) process.exitCode = 1;
} finally {
  await stage.stop();
}
