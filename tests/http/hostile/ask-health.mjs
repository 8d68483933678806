// A thread that checks all the time whether a web process is alive: the test's own thread is delayed by other
// work, such as the sandbox's counting.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

/** @type {{ origin: string, pid: number, shared: Int32Array }} `shared` as in watch-answers.ts */
const { origin, pid, shared } = workerData;
const PAUSE_MS = 20;
const MS_A_TICK = 10;

/** CPU time of all threads of the web process, in milliseconds. */
function processorTime() {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
}

/** @param {number} index @param {number} value */
const keepLongest = (index, value) =>
  Atomics.store(shared, index, Math.max(Atomics.load(shared, index), Math.round(value)));

while (Atomics.load(shared, 0) === 0) {
  const [began, used] = [performance.now(), processorTime()];
  // A new connection each time: the server may close an idle one while it is being reused.
  await (await fetch(`${origin}/healthz`, { headers: { connection: 'close' } })).text();
  keepLongest(1, performance.now() - began);
  keepLongest(2, processorTime() - used);
  Atomics.add(shared, 3, 1);
  await sleep(PAUSE_MS);
}
