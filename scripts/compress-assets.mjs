import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/**
 * Max Brotli compression takes too long for a request, so it is done once here: writes `<name>.br` beside
 * scripts and styles.
 * @param {string} folder files that are compressed already are skipped
 */
export async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      if (existsSync(`${file}.br`)) return;
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file)));
    }),
  );
}
