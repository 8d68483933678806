import { readFileSync, readdirSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
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

/** Bytes as they travel: fetch would unpack them. */
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
  it('come as the build has compressed them, to keep for ever', async () => {
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

  it('come plain to whoever does not take brotli, and say that others get something else', async () => {
    const { headers, bytes } = await ask(script, { 'accept-encoding': 'identity' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(bytes).toEqual(readFileSync(path.join(ASSETS, script)));
  });

  it('that are not there are a page that is not there', async () => {
    expect((await ask('nothing.js', { 'accept-encoding': 'br' })).status).toBe(404);
  });
});
