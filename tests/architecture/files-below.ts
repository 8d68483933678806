import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Files of a folder and its subfolders by their ending, as paths relative to the working directory. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file));
}
