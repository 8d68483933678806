import path from 'node:path';
import { redis } from '#app/core/platform/redis.ts';
import { ROOT } from '#scripts/launch/paths.mjs';
import { BUILD_FOLDER } from './build.ts';
import { startBuiltProcess, type BuildPlace, type BuiltProcess } from './built-process.ts';

/**
 * Starts a worker process of its own from the production build, on the test file's database and Redis.
 * @param env differences from the test environment; an empty text unsets
 * @param place of the build, if it is not this project's
 */
export async function startWorkerProcess(
  env: Record<string, string> = {},
  place: BuildPlace = { root: ROOT, folder: BUILD_FOLDER },
): Promise<BuiltProcess> {
  const before = new Set(await workerIds());
  const isThere = async () => (await workerIds()).some((id) => !before.has(id));
  return startBuiltProcess([path.join(place.root, place.folder, 'processes/worker.js')], env, isThere, place);
}

/** The workers that have reported, including recently ended ones. */
function workerIds(): Promise<string[]> {
  return redis().zRange('workers', 0, -1);
}
