import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { WebProcess } from '#tests/setup/web-process.ts';

/** The longest wait for an answer, in milliseconds. */
export interface LongestWait {
  /** By the clock, which a busy machine makes longer. */
  wallMs: number;
  /** CPU time that the web process used meanwhile. */
  cpuMs: number;
}

/** Checks a web process all the time, from now on, and measures how long its answers take. */
export async function watchAnswers({ origin, pid }: WebProcess): Promise<{ stop(): Promise<LongestWait> }> {
  /** Whether it is over, the longest wait, the most CPU time, and the number of requests. */
  const shared = new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT));
  const workerData = { origin, pid, shared };
  const ended = once(new Worker(new URL('ask-health.mjs', import.meta.url), { workerData }), 'exit');
  const hasBegun = async () => {
    while (Atomics.load(shared, 3) === 0) await sleep(5);
  };
  await Promise.race([hasBegun(), ended]);
  return {
    async stop() {
      Atomics.store(shared, 0, 1);
      await ended;
      return { wallMs: Atomics.load(shared, 1), cpuMs: Atomics.load(shared, 2) };
    },
  };
}
