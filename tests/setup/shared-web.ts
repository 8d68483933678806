import { setTimeout as sleep } from 'node:timers/promises';
import { startWebProcess, type WebProcess } from './web-process.ts';

interface Shared {
  environment: string;
  web: Promise<WebProcess>;
}

/** Most files run in one of two environments. */
const MOST_KEPT = 2;
/** What a web process has read of the catalogue, which each file makes anew, it believes for a second. */
const FORGETS_MS = 1100;

const process_ = process as typeof process & { sharedWebs?: Shared[] };

/**
 * A web process of this vitest worker, for all of its test files that run in the same environment: they have one database
 * and one Redis number, which each finds empty, and to start a process takes more of the processor than most files. The
 * address of the sandbox may differ: workers call it, not the web.
 */
export async function sharedWeb(): Promise<WebProcess> {
  const { OPENAI_BASE_URL: _sandbox, ...rest } = process.env;
  const environment = JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => a.localeCompare(b)));
  const kept = (process_.sharedWebs ??= stopAtEnd([]));
  const at = kept.findIndex((one) => one.environment === environment);
  const known = at < 0 ? undefined : kept.splice(at, 1)[0];
  const shared = known ?? { environment, web: startWebProcess() };
  kept.push(shared);
  if (known) await sleep(FORGETS_MS);
  if (kept.length > MOST_KEPT) await kept.shift()?.web.then((web) => web.stop());
  return shared.web;
}

/** Vitest ends its workers by a signal. */
function stopAtEnd(kept: Shared[]): Shared[] {
  const stop = async () => {
    const webs = await Promise.allSettled(kept.map(({ web }) => web));
    for (const one of webs) if (one.status === 'fulfilled') one.value.kill('SIGKILL');
    process.exit();
  };
  process.once('SIGTERM', () => void stop());
  return kept;
}
