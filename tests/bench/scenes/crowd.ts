import { watchCpu } from '#tests/fixtures/process-usage.ts';
import { openCrowd } from '../open-crowd.ts';
import { preciseNow } from '../record-call.ts';
import type { Scene } from '../scene.ts';
import { quantile } from '../statistics.ts';
import { readTranscript, type Transcript } from '../transcript.ts';

const PACE_MS = 50;
/**
 * Many open streams at 20 tokens a second each: checks every token, and measures its delay and the CPU time.
 */
export const crowd: Scene = {
  name: 'crowd',
  rounds: ({ rounds }) => rounds,
  metrics: [
    { key: 'late50', label: 'many streams: delay of a token, median ms', digits: 1 },
    { key: 'late99', label: 'many streams: delay of a token, p99 ms', digits: 1 },
    { key: 'cpu', label: 'many streams: CPU of a token, all processes, µs', digits: 0 },
    ...['web', 'worker', 'Redis', 'MariaDB'].map((name) => ({
      key: `cpu ${name}`,
      label: `  of that ${name}`,
      digits: 0,
    })),
  ],
  async measure(target, stage, { streams, tokens }) {
    const words = await stage.tokensOf(tokens);
    await stage.takeClock();
    const recordings = await openCrowd(target, stage, { streams, tokens, pace: PACE_MS });
    const cpu = watchCpu(target.processes());
    const from = preciseNow();
    await stage.openGate();
    const said = await Promise.all(recordings);
    cpu.stop();
    const transcripts = said.map((recording) => readTranscript(target, recording, words.join('')));
    const clock = await stage.takeClock();
    const late = transcripts.flatMap((one, slot) => delays(one, words, clock.get(`stream ${slot}`)));
    const used = Object.entries(cpu.between(from, Math.max(...said.map(({ endedAt }) => endedAt))));
    const perToken = (seconds: number) => (seconds / late.length) * 1e6;
    return {
      late50: quantile(late, 0.5),
      late99: quantile(late, 0.99),
      ...(used.length > 0 && {
        cpu: perToken(used.reduce((sum, [, seconds]) => sum + seconds, 0)),
      }),
      ...Object.fromEntries(used.map(([name, seconds]) => [`cpu ${name}`, perToken(seconds)])),
    };
  },
};

/** For every token: milliseconds from its writing to the moment at which the caller could read it. */
function delays(
  { growth }: Transcript,
  words: readonly string[],
  writtenAt: readonly number[] = [],
): number[] {
  if (writtenAt.length !== words.length) throw new Error('The double has no record of a call');
  let read = 0;
  let length = 0;
  return words.map((word, index) => {
    length += word.length;
    while (growth[read]!.length < length) read += 1;
    return growth[read]!.at - writtenAt[index]!;
  });
}
