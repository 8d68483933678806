import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** The folder that holds package.json. */
export const ROOT = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** Programs that were unpacked because the machine has none; shared by the application and the tests. */
export const TOOLS = path.join(ROOT, '.data', 'tools');

/**
 * Where one running copy of everything keeps its files. The application uses `.data`, each test run a folder
 * of its own, so that they never meet.
 * @param {string} base absolute path
 */
export function dataFolders(base) {
  return {
    base,
    run: path.join(base, 'run'),
    logs: path.join(base, 'logs'),
    mariadb: path.join(base, 'mariadb'),
    redis: path.join(base, 'redis'),
  };
}
