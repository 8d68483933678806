import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Files of a folder and its folders by their ending, as paths from where the tests run. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file));
}
