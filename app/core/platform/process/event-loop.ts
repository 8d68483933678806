import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Interval at which the event loop beats and the thread checks. */
const BEAT_MS = 250;

/** The value of a beat while a debugger may pause the process. */
const DEBUGGED = -1;

/** A busy loop uses at least this share of the time; a loop that merely gets no processor time uses less. */
const COMPUTING = 1 / 4;

/** A loop that is not busy gets this many times as long, because an overloaded machine may be the cause. */
const IDLE_FACTOR = 6;

/**
 * The source of the watching thread, as a string: it needs no module and no build. It counts its own checks
 * instead of the clock's time: when the whole process was stopped, or the machine slept, so was the thread.
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

/** Interval at which `runningTime` samples the clock. */
const TICK_MS = 100;

/** A longer gap between two samples is time in which the process was stopped. */
const MAX_TICK_MS = 2 * TICK_MS;

let runningMs = 0;

let sampledAt = performance.now();

let ticks: NodeJS.Timeout | undefined;

/**
 * Kills this process when its event loop is blocked, so that its supervisor (the launcher, compose, an
 * orchestrator) restarts it. Nothing else can: a process with a blocked loop handles no signal and answers no
 * request. Inside a container the kernel lets no process kill process 1; it needs an init there (`init` in
 * compose.yaml).
 * @param stallMs how long the loop may be blocked; 0 turns the watch off
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
    // The thread needs none of the process's arguments and environment.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
}

/**
 * Milliseconds that this process has been running since an arbitrary moment. Time in which it was stopped as
 * a whole does not count: stopped by a signal, asleep with its machine, or in a long garbage collection.
 * Heartbeats missed during such time must not count as silence of the other side.
 */
export function runningTime(): number {
  ticks ??= setInterval(runningTime, TICK_MS).unref();
  const now = performance.now();
  runningMs += Math.min(now - sampledAt, MAX_TICK_MS);
  sampledAt = now;
  return runningMs;
}
