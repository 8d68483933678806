import path from 'node:path';
import { probeHttp } from '#scripts/launch/await-answer.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';
import { startBuiltProcess, type BuildPlace, type BuiltProcess } from './built-process.ts';

export interface WebProcess extends BuiltProcess {
  /** `http://127.0.0.1:<port>` */
  origin: string;
}

/**
 * Starts a web process of its own from the production build, on the test file's database and Redis.
 * @param env differences from the test environment; an empty text unsets
 * @param place of the build, if it is not this project's
 */
export async function startWebProcess(
  env: Record<string, string> = {},
  place?: BuildPlace,
): Promise<WebProcess> {
  const port = Number(env['PORT'] ?? (await findFreePort()));
  const origin = `http://127.0.0.1:${port}`;
  const started = await startBuiltProcess(
    [path.join(place?.root ?? ROOT, 'scripts/web.mjs')],
    { PORT: String(port), APP_URL: origin, ...env },
    () => probeHttp(`${origin}/healthz`),
    place,
  );
  return { origin, ...started };
}
