import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Negotiator from 'negotiator';
import serveStatic from 'serve-static';
import { files } from '#app/core/files/files.ts';
import { shareAssets, SharedAssets } from '#app/core/files/shared-assets.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { Handler } from './connection/handlers.ts';
import type { WebRequest } from './connection/web-request.ts';
import { sendText, sendWhole } from './response/plain-answer.ts';

/**
 * A long-running build is uploaded again at this interval, so that cleanup does not take it for an old one
 * (`shared-assets.ts`).
 */
const REFRESH_MS = 12 * 60 * 60 * 1000;

const RETRY_MS = 60_000;

/**
 * Maximum wait for the upload before the process listens: its pages may request their scripts from any other
 * process.
 */
const MAX_WAIT_MS = 3000;

/**
 * Serves the scripts and styles of a build. Their names contain a hash, so they are cached forever; clients
 * that accept brotli get the files that the build has compressed.
 * @param folder relative to the working folder, or absolute; serves nothing if there is no build yet
 */
export function builtAssets(folder: string): Handler {
  const compressed = new Set(readNames(folder).filter((name) => name.endsWith('.br')));
  const files = serveStatic(folder, {
    immutable: true,
    maxAge: '1y',
    index: false,
    setHeaders(res, file) {
      if (!compressed.has(path.basename(file))) return;
      res.setHeader('content-type', typeOf(file.slice(0, -'.br'.length)));
      res.setHeader('content-encoding', 'br');
    },
  });
  return (req, res, next) => {
    if (compressed.has(`${req.path.slice(1)}.br`)) {
      res.setHeader('vary', 'accept-encoding');
      if (takesBrotli(req)) req.url = `${req.path}.br`;
    }
    files(req, res, next);
  };
}

function takesBrotli(req: WebRequest): boolean {
  return new Negotiator(req).encodings(['br']).length > 0;
}

/** The Content-Type of a file, by its name. */
function typeOf(name: string): string {
  const type = serveStatic.mime.lookup(path.extname(name));
  const charset = serveStatic.mime.charsets.lookup(type, '');
  return charset ? `${type}; charset=${charset.toLowerCase()}` : type;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Uploads the assets of this process's build for processes of other builds, at regular intervals.
 * @param folder the folder of the assets
 * @param ending aborted when the process ends
 * @returns when they are uploaded, or when the file store takes too long: the upload is then retried
 */
export async function keepBuildShared(folder: string, version: string, ending: AbortSignal): Promise<void> {
  const share = async (): Promise<number> => {
    try {
      const isNew = await shareAssets(await files(), folder, version);
      if (isNew) logger().info({ version }, 'the assets of this build are shared');
      return REFRESH_MS;
    } catch (error) {
      logger().warn({ error: (error as Error).message, version }, 'the assets of this build are not shared');
      return RETRY_MS;
    }
  };
  const first = share();
  const repeat = async () => {
    for (let pauseMs = await first; ; pauseMs = await share())
      await sleep(pauseMs, undefined, { signal: ending, ref: false });
  };
  // Rejects when the process ends.
  repeat().catch(() => undefined);
  await Promise.race([first, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
}

/**
 * Serves assets of other builds, which their web processes have uploaded: pages that stay open during a
 * deployment, or whose next request reaches a process of another version, still find their scripts. Unknown
 * assets get a 404 that no cache stores.
 */
export function earlierAssets(): Handler {
  let opened: SharedAssets | undefined;
  const answer = async (req: WebRequest, res: ServerResponse): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return void res.writeHead(405, { allow: 'GET, HEAD' }).end();
    const shared = (opened ??= new SharedAssets(await files()));
    const name = req.path.slice(1);
    const isCompressed = await shared.has(`${name}.br`);
    const takesIt = isCompressed && takesBrotli(req);
    const content = await shared.read(takesIt ? `${name}.br` : name);
    res.setHeader('cache-control', content ? 'public, max-age=31536000, immutable' : 'no-store');
    if (!content) return sendText(res, 404, 'Not found\n');
    if (isCompressed) res.setHeader('vary', 'accept-encoding');
    if (takesIt) res.setHeader('content-encoding', 'br');
    sendWhole(res, { status: 200, type: typeOf(name), body: content });
  };
  return (req, res) => {
    answer(req, res).catch((error: Error) => {
      logger().warn({ error: error.message }, 'an asset of another build was not found');
      res.setHeader('cache-control', 'no-store').setHeader('retry-after', '1');
      sendText(res, 503, 'Unavailable\n');
    });
  };
}
