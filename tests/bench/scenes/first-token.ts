import { recordCall } from '../record-call.ts';
import type { Scene } from '../scene.ts';
import { median } from '../statistics.ts';
import { readTranscript } from '../transcript.ts';

const TOKENS = 5;

/** The time until a single caller gets the first token without other load. */
export const firstToken: Scene = {
  name: 'first-token',
  rounds: ({ rounds }) => rounds,
  metrics: [{ key: 'first', label: 'first token, one caller: added ms', digits: 2, added: true }],
  async measure(target, stage, { calls }) {
    const expected = (await stage.tokensOf(TOKENS)).join('');
    const waits: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      const ask = { tokens: TOKENS, pace: 0, mark: `first ${call}` };
      const recording = await recordCall(target.call(ask, 0));
      const { growth } = readTranscript(target, recording, expected);
      waits.push(growth[0]!.at - recording.startedAt);
    }
    return { first: median(waits) };
  },
};
