// npm run bench [-- --quick] [--scene=crowd] [--profile]: measures replies, beside a proxy without any
// function and a gateway without accounts and billing.
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '#scripts/launch/paths.mjs';
import { linesOf, tableOf, type Rounds } from './report.ts';
import type { Scene, Size } from './scene.ts';
import { crowd } from './scenes/crowd.ts';
import { firstToken } from './scenes/first-token.ts';
import { longConversation } from './scenes/long-conversation.ts';
import { processes } from './scenes/processes.ts';
import { throughput, wholeThroughput } from './scenes/throughput.ts';
import { waiting } from './scenes/waiting.ts';
import { setStage, BASELINES, type Stage } from './stage.ts';

const WHOLE: Size = {
  rounds: 3,
  calls: 60,
  seconds: 4,
  warmUp: 6,
  streams: 1000,
  tokens: 200,
  collectMs: 10_000,
};
const QUICK: Size = {
  rounds: 1,
  calls: 30,
  seconds: 2,
  warmUp: 1,
  streams: 200,
  tokens: 80,
  collectMs: 3000,
};

// Memory first, in new processes; a single caller once every process is warmed up; more processes last.
const SCENES: readonly Scene[] = [
  waiting,
  crowd,
  throughput,
  wholeThroughput,
  firstToken,
  longConversation,
  processes,
];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scene: { type: 'string', multiple: true, default: [] },
    profile: { type: 'boolean', default: false },
  },
});
const size = options.quick ? QUICK : WHOLE;
const scenes = SCENES.filter(({ name }) => options.scene.length === 0 || options.scene.includes(name));
const profile = options.profile ? path.join(ROOT, '.data/bench/profiles') : null;
if (profile) mkdirSync(profile, { recursive: true });

const startedAt = Date.now();
const isStopped = new Promise<never>((_, reject) => {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => reject(new Error(name)));
});
say(`${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}`);
const stage = await setStage({ slots: size.streams, profile });
const lines: ReturnType<typeof linesOf> = [];
try {
  say(`ready, with ${size.streams} conversations`);
  const base = stage.targets[0]!.name;
  for (const scene of scenes) {
    const measured = await Promise.race([runScene(scene, stage), isStopped]);
    lines.push(...linesOf(scene.metrics, measured, { base, baselines: BASELINES }));
  }
} finally {
  // Also after an error: the scenes before it have taken minutes.
  console.log(`\n${tableOf(lines, BASELINES)}\n\n${size.streams} streams where it says many.`);
  if (profile) console.log(`The profiles are in ${path.relative(ROOT, profile)}.`);
  await stage.stop();
}

/** All targets in turn, round by round, so that other work on the machine affects all of them. */
async function runScene(scene: Scene, { targets }: Stage): Promise<Map<string, Rounds>> {
  const measured = new Map<string, Rounds>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < scene.rounds(size); round += 1) {
    for (const target of targets) measured.get(target.name)!.push(await scene.measure(target, stage, size));
    say(`${scene.name}, round ${round + 1}`);
  }
  return measured;
}

function say(what: string): void {
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);
}
