import type { Metric, Scene, Values } from '../scene.ts';
import { crowd } from './crowd.ts';
import { measureReplies } from './throughput.ts';

/** Numbers of web and worker processes; the first is the application as it was started. */
const STEPS = [
  { webs: 1, workers: 1 },
  { webs: 1, workers: 2 },
  { webs: 1, workers: 3 },
  { webs: 2, workers: 2 },
];

const nameOf = ({ webs, workers }: (typeof STEPS)[number]) =>
  `${webs} web, ${workers} worker${workers > 1 ? 's' : ''}`;

/**
 * The cost of streamed replies, and of a token of many streams, with more processes of the application. All
 * of them share the cores, so the CPU time tells what a further process costs, and the rate does not. Further
 * processes exist for this scene only; what they do first is not measured, because their code is cold.
 */
export const processes: Scene = {
  name: 'processes',
  rounds: ({ rounds }) => rounds,
  metrics: STEPS.flatMap((step): Metric[] => [
    { key: `rate ${nameOf(step)}`, label: `${nameOf(step)}: streamed replies a second`, digits: 0 },
    { key: `cpu ${nameOf(step)}`, label: '  CPU of a reply, all processes, ms', digits: 2 },
    { key: `database ${nameOf(step)}`, label: '    of that MariaDB', digits: 2 },
    { key: `redis ${nameOf(step)}`, label: '    of that Redis', digits: 2 },
    { key: `token ${nameOf(step)}`, label: '  many streams: CPU of a token, µs', digits: 0 },
  ]),
  async measure(target, stage, size) {
    if (!target.withMore) return {};
    const values: Values = {};
    for (const step of STEPS) {
      const { webs, workers } = step;
      const more = await target.withMore({ webs: webs - 1, workers: workers - 1 });
      try {
        const replies = await measureReplies(more.target, stage, size);
        if (webs + workers > 2) await crowd.measure(more.target, stage, size);
        const streams = await crowd.measure(more.target, stage, size);
        values[`rate ${nameOf(step)}`] = replies['rate']!;
        values[`cpu ${nameOf(step)}`] = replies['cpu']!;
        values[`database ${nameOf(step)}`] = replies['cpu MariaDB']!;
        values[`redis ${nameOf(step)}`] = replies['cpu Redis']!;
        values[`token ${nameOf(step)}`] = streams['cpu']!;
      } finally {
        await more.stop();
      }
    }
    return values;
  },
};
