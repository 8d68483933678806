import { residentBytes } from '#tests/fixtures/process-usage.ts';
import { openCrowd, pause } from '../open-crowd.ts';
import type { Recording } from '../record-call.ts';
import type { Scene } from '../scene.ts';
import { readTranscript } from '../transcript.ts';

const TOKENS = 2;
/** Streams before the measurement, after which code is compiled and caches are filled. */
const WARM_UP = 100;
/** Time limit for a process to free unused memory (`collect-garbage.mjs`). */
const COLLECTED_MS = 3000;
/** The processes that hold streams; the database and Redis have their memory from the start. */
const HOLDERS = ['web', 'worker', 'proxy', 'gateway'];

/**
 * The memory of an open stream while its model is silent, in processes that are new but warm: a process does
 * not free all memory by which it has grown.
 */
export const waiting: Scene = {
  name: 'waiting',
  rounds: () => 1,
  metrics: [{ key: 'memory', label: 'memory of a waiting stream, kB', digits: 0 }],
  async measure(target, stage, { streams, collectMs }) {
    const holdersOf = () => Object.entries(target.processes()).filter(([name]) => HOLDERS.includes(name));
    if (holdersOf().length === 0) return {};
    const resident = async () => {
      const holders = holdersOf();
      await pause(collectMs);
      for (const [, pid] of holders) process.kill(pid, 'SIGUSR2');
      await pause(COLLECTED_MS);
      return holders.reduce((sum, [, pid]) => sum + residentBytes(pid), 0);
    };
    const expected = (await stage.tokensOf(TOKENS)).join('');
    const open = (count: number) => openCrowd(target, stage, { streams: count, tokens: TOKENS, pace: 0 });
    const finish = async (recordings: Promise<Recording>[]) => {
      await stage.openGate();
      for (const recording of recordings) readTranscript(target, await recording, expected);
    };
    await target.restart?.();
    await finish(await open(WARM_UP));
    const before = await resident();
    const recordings = await open(streams);
    const grown = (await resident()) - before;
    await finish(recordings);
    return { memory: grown / streams / 1000 };
  },
};
