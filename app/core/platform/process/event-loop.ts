import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** How often the event loop says that it turns, and the thread looks. */
const BEAT_MS = 250;

/** What stands in the place of a beat while a debugger may hold the process. */
const DEBUGGED = -1;

/** A loop that computes uses at least this share of the time; one that is merely not given the processor does not. */
const COMPUTING = 1 / 4;

/** A loop that does not compute either gets so many times as long, for a crowded machine may be the cause. */
const IDLE_FACTOR = 6;

/**
 * The watching thread, as a text: it takes no module and no build along. It counts its own looks and not the clock's
 * time: where the whole process stood still, or the machine slept, the thread did, too.
 */
const THREAD = `
const { writeSync } = require('node:fs');
const { workerData: { beats, beatMs, looks } } = require('node:worker_threads');
let last = 0;
let silent = 0;
let usedMs = 0;
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  if (beat !== last || beat === ${DEBUGGED}) {
    last = beat;
    silent = 0;
    usedMs = used();
    return;
  }
  silent += 1;
  if (silent < looks) return;
  if (silent < ${IDLE_FACTOR} * looks && used() - usedMs < ${COMPUTING} * looks * beatMs) return;
  const end = process.pid === 1 ? 'process 1 cannot end itself: run it under an init' : 'the process is ended';
  const msg = 'the event loop stood still for ' + (silent * beatMs) / 1000 + ' s: ' + end;
  silent = 0;
  try {
    writeSync(1, JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg }) + '\\n');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}, beatMs);
`;

/** How often the event loop notes that it turns. */
const TICK_MS = 100;

/** More than so much between two looks is time in which the process stood still. */
const MAX_TICK_MS = 2 * TICK_MS;

let livedMs = 0;

let lookedAt = performance.now();

let ticks: NodeJS.Timeout | undefined;

/**
 * Ends this process when its event loop stands still, so that whoever started it starts it anew (the launcher, compose,
 * an orchestrator): nothing else can, because a process whose loop stands hears no signal and answers no question. The
 * kernel lets nobody in a container end its process 1; there an init must be (`init` in compose.yaml).
 * @param stallMs how long the loop may stand still; 0 watches nothing
 */
export function watchEventLoop(stallMs: number): void {
  if (stallMs === 0) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let count = 0;
  const beat = () => {
    count = (count + 1) % 1_000_000;
    Atomics.store(beats, 0, inspectorUrl() === undefined ? count : DEBUGGED);
  };
  beat();
  setInterval(beat, BEAT_MS).unref();
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { beats, beatMs: BEAT_MS, looks: Math.ceil(stallMs / BEAT_MS) },
    // Nothing of what the process was started with concerns it.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}

/**
 * Milliseconds that this process has lived through since some moment. Time in which all of it stood still does not
 * count: stopped by a signal, asleep with its machine, or held by a long rubbish collection. What was not heard
 * meanwhile was nobody's silence.
 */
export function livedTime(): number {
  ticks ??= setInterval(livedTime, TICK_MS).unref();
  const now = performance.now();
  livedMs += Math.min(now - lookedAt, MAX_TICK_MS);
  lookedAt = now;
  return livedMs;
}
