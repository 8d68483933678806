import { openCrowd, pause } from '../open-crowd.ts';
import { residentBytes } from '../process-usage.ts';
import type { Scene } from '../scene.ts';
import { readTranscript } from '../transcript.ts';

const TOKENS = 2;
/** What holds a stream; the database and Redis have their memory from the start. */
const HOLDERS = ['web', 'worker', 'proxy', 'gateway'];

/**
 * What an open stream costs in memory while its model says nothing. Once, before anything else: a process does not
 * give back what it has grown by. The pauses let the collector take what is garbage.
 */
export const waiting: Scene = {
  name: 'waiting',
  rounds: () => 1,
  metrics: [{ key: 'memory', label: 'memory of a waiting stream, kB', digits: 0 }],
  async measure(target, stage, { streams, collectMs }) {
    const holders = Object.entries(target.processes()).filter(([name]) => HOLDERS.includes(name));
    if (holders.length === 0) return {};
    const resident = () => holders.reduce((sum, [, pid]) => sum + residentBytes(pid), 0);
    const expected = (await stage.tokensOf(TOKENS)).join('');
    await pause(collectMs);
    const before = resident();
    const recordings = await openCrowd(target, stage, { streams, tokens: TOKENS, pace: 0 });
    await pause(collectMs);
    const grown = resident() - before;
    await stage.openGate();
    for (const recording of recordings) readTranscript(target, await recording, expected);
    return { memory: grown / streams / 1000 };
  },
};
