import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '#tests/fixtures/process-usage.ts';
import type { WebProcess } from '#tests/setup/web-process.ts';

/** The longest wait for an answer, in milliseconds. */
export interface Held {
  /** By the clock, which a busy machine makes longer. */
  wallMs: number;
  /** Processor time that the web process used meanwhile. */
  cpuMs: number;
}

const PAUSE_MS = 20;

/** Asks a web process all the time whether it is alive, and measures how long that takes. */
export function watchAnswers({ origin, pid }: WebProcess): { stop(): Promise<void>; longest(): Held } {
  const longest: Held = { wallMs: 0, cpuMs: 0 };
  const ended = new AbortController();
  const ask = async () => {
    while (!ended.signal.aborted) {
      const [began, used] = [performance.now(), cpuSeconds(pid)];
      // A connection of its own: one that has rested may be closed by the server while it is taken up again.
      await (await fetch(`${origin}/healthz`, { headers: { connection: 'close' } })).text();
      longest.wallMs = Math.max(longest.wallMs, Math.round(performance.now() - began));
      longest.cpuMs = Math.max(longest.cpuMs, Math.round((cpuSeconds(pid) - used) * 1000));
      await sleep(PAUSE_MS);
    }
  };
  const asking = ask();
  return {
    longest: () => longest,
    stop() {
      ended.abort();
      return asking;
    },
  };
}
