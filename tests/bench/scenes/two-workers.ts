import type { Scene } from '../scene.ts';
import { crowd } from './crowd.ts';

/**
 * The cost of a token of many streams with two workers, compared with one. The second worker is started for
 * this scene only; its first crowd is not measured, because its code is cold.
 */
export const twoWorkers: Scene = {
  name: 'two-workers',
  rounds: ({ rounds }) => rounds,
  metrics: [
    { key: 'cpu', label: 'many streams, two workers: CPU of a token, µs', digits: 0 },
    { key: 'toOne', label: '  to that of one worker', digits: 2 },
  ],
  async measure(target, stage, size) {
    if (!target.addWorker) return {};
    const alone = await crowd.measure(target, stage, size);
    const more = await target.addWorker();
    try {
      await crowd.measure(target, stage, size);
      const shared = await crowd.measure({ ...target, processes: more.processes }, stage, size);
      return { cpu: shared.cpu!, toOne: shared.cpu! / alone.cpu! };
    } finally {
      await more.stop();
    }
  },
};
