import { readFileSync, readdirSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { shareAssets } from '#app/core/files/shared-assets.ts';
import { files } from '#app/core/files/files.ts';
import { ROOT } from '#scripts/launch/paths.mjs';
import { BUILD_FOLDER } from '#tests/setup/build.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
import type { WebProcess } from '#tests/setup/web-process.ts';

const ASSETS = path.join(ROOT, BUILD_FOLDER, 'client/assets');
const script = readdirSync(ASSETS).find((name) => /^entry\.client-.*\.js$/.test(name))!;

let web: WebProcess;
beforeAll(async () => {
  web = await sharedWeb();
}, 120_000);

/** Raw bytes: fetch would decompress them. */
function ask(name: string, headers: Record<string, string>) {
  return new Promise<{ status?: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    get(`${web.origin}/assets/${name}`, { headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(pieces) }),
      );
    }).on('error', reject);
  });
}

describe('the assets of a build', () => {
  it('are sent as the build has compressed them, cacheable for ever', async () => {
    const { headers, bytes } = await ask(script, { 'accept-encoding': 'gzip, deflate, br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(bytes).toEqual(readFileSync(path.join(ASSETS, `${script}.br`)));
    expect(brotliDecompressSync(bytes)).toEqual(readFileSync(path.join(ASSETS, script)));
  });

  it('are sent uncompressed to clients without brotli, with a Vary header', async () => {
    const { headers, bytes } = await ask(script, { 'accept-encoding': 'identity' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(bytes).toEqual(readFileSync(path.join(ASSETS, script)));
  });
});

describe('assets of another build', () => {
  const name = 'part-0lderOne.js';
  const text = 'export default "of another build"';
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assets-'));
    await writeFile(path.join(folder, name), text);
    await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(text));
    await shareAssets(await files(), folder, 'another');
    await rm(folder, { recursive: true });
  });

  it.each(['br', 'identity'])('come from the file store like a process’s own, for %s', async (encoding) => {
    const { status, headers, bytes } = await ask(name, { 'accept-encoding': encoding });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBe(encoding === 'br' ? 'br' : undefined);
    expect((encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString()).toBe(text);
  });

  it.each(['nothing.js', 'builds/x.json', '..%2fbuilds%2fx.json', 'a'.repeat(5000)])(
    'that do not exist are not found and not cacheable: %.20s',
    async (missing) => {
      const { status, headers } = await ask(missing, { 'accept-encoding': 'br' });
      expect(status).toBe(404);
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});
