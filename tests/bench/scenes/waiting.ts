import { residentBytes } from '#tests/fixtures/process-usage.ts';
import { openCrowd, pause } from '../open-crowd.ts';
import type { Scene } from '../scene.ts';
import { readTranscript } from '../transcript.ts';

const TOKENS = 2;
/** Time limit for a process to free unused memory (`collect-garbage.mjs`). */
const COLLECTED_MS = 3000;
/** The processes that hold streams; the database and Redis have their memory from the start. */
const HOLDERS = ['web', 'worker', 'proxy', 'gateway'];

/**
 * The memory of an open stream while its model is silent. Once, before anything else: a process does not free
 * all memory by which it has grown.
 */
export const waiting: Scene = {
  name: 'waiting',
  rounds: () => 1,
  metrics: [{ key: 'memory', label: 'memory of a waiting stream, kB', digits: 0 }],
  async measure(target, stage, { streams, collectMs }) {
    const holders = Object.entries(target.processes()).filter(([name]) => HOLDERS.includes(name));
    if (holders.length === 0) return {};
    const resident = async () => {
      await pause(collectMs);
      for (const [, pid] of holders) process.kill(pid, 'SIGUSR2');
      await pause(COLLECTED_MS);
      return holders.reduce((sum, [, pid]) => sum + residentBytes(pid), 0);
    };
    const expected = (await stage.tokensOf(TOKENS)).join('');
    const before = await resident();
    const recordings = await openCrowd(target, stage, { streams, tokens: TOKENS, pace: 0 });
    const grown = (await resident()) - before;
    await stage.openGate();
    for (const recording of recordings) readTranscript(target, await recording, expected);
    return { memory: grown / streams / 1000 };
  },
};
