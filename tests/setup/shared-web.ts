import { forgetCatalogue } from './forget-catalogue.ts';
import { UNSERVED, webSettings } from './unserved-model.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

interface Shared {
  environment: string;
  web: Promise<WebProcess>;
}

/** One for the common environment, and one for a file's own. */
const MAX_PROCESSES = 2;

const process_ = process as typeof process & { sharedWebs?: Shared[] };

/**
 * A web process of this vitest worker, for all of its test files with the same environment: they have one
 * database and one Redis number, which each finds empty, and starting a process takes a second of CPU time.
 * It does not know the address of the file's sandbox: workers call providers, web processes do not.
 */
export async function sharedWeb(): Promise<WebProcess> {
  const settings = { ...webSettings(), OPENAI_BASE_URL: UNSERVED.OPENAI_BASE_URL };
  const all = Object.entries({ ...process.env, ...settings });
  const environment = JSON.stringify(all.toSorted(([a], [b]) => a.localeCompare(b)));
  const kept = (process_.sharedWebs ??= stopAtEnd([]));
  const at = kept.findIndex((one) => one.environment === environment);
  const known = at < 0 ? undefined : kept.splice(at, 1)[0];
  const shared = known ?? { environment, web: startWebProcess(settings) };
  kept.push(shared);
  if (kept.length > MAX_PROCESSES) await kept.shift()?.web.then((web) => web.stop());
  const web = await shared.web;
  // Each file creates a catalogue of its own.
  if (known) await forgetCatalogue(web.origin);
  return web;
}

/** Vitest ends its workers with a signal. */
function stopAtEnd(kept: Shared[]): Shared[] {
  const stop = async () => {
    const webs = await Promise.allSettled(kept.map(({ web }) => web));
    for (const one of webs) if (one.status === 'fulfilled') one.value.kill('SIGKILL');
    process.exit();
  };
  process.once('SIGTERM', () => void stop());
  return kept;
}
