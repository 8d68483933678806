import { recordCall, type Recording } from '../record-call.ts';
import type { Scene } from '../scene.ts';
import { readTranscript } from '../transcript.ts';

const CALLERS = 20;
const TOKENS = 50;

/** How many whole replies a second callers get who ask again as soon as they have been answered. */
export const throughput: Scene = {
  name: 'throughput',
  rounds: ({ rounds }) => rounds,
  metrics: [
    { key: 'rate', label: `streamed replies of ${TOKENS} tokens a second, ${CALLERS} callers`, digits: 0 },
  ],
  async measure(target, stage, { seconds }) {
    const expected = (await stage.tokensOf(TOKENS)).join('');
    const recordings: Recording[] = [];
    const startedAt = performance.now();
    const ask = async (slot: number) => {
      while (performance.now() - startedAt < seconds * 1000) {
        const call = target.call({ tokens: TOKENS, pace: 0, mark: `caller ${slot}` }, slot);
        recordings.push(await recordCall(call));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, slot) => ask(slot)));
    const took = (performance.now() - startedAt) / 1000;
    for (const recording of recordings) readTranscript(target, recording, expected);
    return { rate: recordings.length / took };
  },
};
