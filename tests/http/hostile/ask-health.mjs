// A thread that asks a web process all the time whether it is alive: the test's own thread is held up by what else runs
// on it, the sandbox's counting among it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

/** @type {{ origin: string, pid: number, shared: Int32Array }} `shared` as in watch-answers.ts */
const { origin, pid, shared } = workerData;
const PAUSE_MS = 20;
const MS_A_TICK = 10;

/** Processor time of all threads of the web process, in milliseconds. */
function processorTime() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
}

/** @param {number} index @param {number} value */
const keepLongest = (index, value) =>
  Atomics.store(shared, index, Math.max(Atomics.load(shared, index), Math.round(value)));

while (Atomics.load(shared, 0) === 0) {
  const [began, used] = [performance.now(), processorTime()];
  // A connection of its own: one that has rested may be closed by the server while it is taken up again.
  await (await fetch(`${origin}/healthz`, { headers: { connection: 'close' } })).text();
  keepLongest(1, performance.now() - began);
  keepLongest(2, processorTime() - used);
  Atomics.add(shared, 3, 1);
  await sleep(PAUSE_MS);
}
