import path from 'node:path';
import { redis } from '#app/core/platform/redis.ts';
import { ROOT } from '#scripts/launch/paths.mjs';
import { BUILD_FOLDER } from './build.ts';
import { startBuiltProcess, type BuiltProcess } from './built-process.ts';

/**
 * Starts a worker process of its own from the production build, on the test file's database and Redis.
 * @param env what differs from the test environment; an empty text unsets
 */
export async function startWorkerProcess(env: Record<string, string> = {}): Promise<BuiltProcess> {
  const before = new Set(await workerIds());
  return startBuiltProcess([path.join(ROOT, BUILD_FOLDER, 'processes/worker.js')], env, async () =>
    (await workerIds()).some((id) => !before.has(id)),
  );
}

/** The workers that have reported, also those that are gone since a moment. */
function workerIds(): Promise<string[]> {
  return redis().zRange('workers', 0, -1);
}
