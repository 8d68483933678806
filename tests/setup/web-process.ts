import path from 'node:path';
import { probeHttp } from '#scripts/launch/await-answer.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { startBuiltProcess, type BuiltProcess } from './built-process.ts';

export interface WebProcess extends BuiltProcess {
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

/**
 * Starts a web process of its own from the production build, on the test file's database and Redis.
 * @param env what differs from the test environment; an empty text unsets
 */
export async function startWebProcess(env: Record<string, string> = {}): Promise<WebProcess> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const started = await startBuiltProcess(
    [path.join(ROOT, 'scripts/web.mjs')],
    { PORT: String(port), APP_URL: origin, ...env },
    () => probeHttp(`${origin}/healthz`),
  );
  return { origin, ...started };
}
