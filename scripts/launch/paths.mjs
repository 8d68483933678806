import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** The folder with package.json. */
export const ROOT = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** Programs that were unpacked because the machine lacks them; shared by the application and the tests. */
export const TOOLS = path.join(ROOT, '.data', 'tools');

/**
 * The folders of one running installation. The application uses `.data`, each test run its own folder, so
 * that they never conflict.
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
