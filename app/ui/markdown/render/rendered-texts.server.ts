import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { sharedCache } from '#app/core/platform/shared-cache.ts';
import type { ThreadEntry } from '#app/core/platform/threads/thread-pool.ts';
import type { RenderedText, RenderInput } from './render-stored.server.tsx';

/**
 * A rendered text; null for one that is shown as plain text because it cannot be rendered within its budget.
 */
export type Rendering = RenderedText | null;

const MEGABYTE = 1024 * 1024;
/**
 * Cache of this process, sized in letters of HTML; an entry that would evict a quarter of it is not stored.
 */
const processCache = new LRUCache<string, { rendering: Rendering }>({
  maxSize: 16 * MEGABYTE,
  maxEntrySize: 4 * MEGABYTE,
});
const redisCache = sharedCache({ name: 'rendered', maxBytes: 64 * MEGABYTE, maxValueBytes: MEGABYTE });

const DAY_SECONDS = 86_400;
/** Plain text expires sooner: a machine that was too slow for a text may be faster tomorrow. */
const SECONDS = { rendered: 7 * DAY_SECONDS, plain: DAY_SECONDS };

/**
 * Returns the cache key of a rendering: a hash of everything that its HTML depends on, including the code of
 * the renderer. The key reveals nothing to a reader who does not have the text, so equal texts of two owners
 * may share it.
 */
export function renderingKey({ text, labels, idPrefix, open }: RenderInput, version: string): string {
  const facts = JSON.stringify([version, labels, idPrefix, open]);
  return createHash('sha256').update(facts).update('\0').update(text).digest('base64url');
}

/**
 * Returns the cached renderings in the order of the keys. @param isShared false to search only this process
 */
export async function findRenderings(keys: string[], isShared: boolean): Promise<(Rendering | undefined)[]> {
  const found = new Map(keys.map((key) => [key, processCache.get(key)?.rendering]));
  const missing = isShared ? keys.filter((key) => found.get(key) === undefined) : [];
  const values = await redisCache.get(missing);
  for (const [index, key] of missing.entries()) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    const rendering = read(value);
    found.set(key, rendering);
    storeInProcess(key, rendering);
  }
  return keys.map((key) => found.get(key));
}

/**
 * Caches a rendering. @param isShared true to cache it for other processes, and beyond the life of this one
 */
export function storeRendering(key: string, rendering: Rendering, isShared: boolean): void {
  storeInProcess(key, rendering);
  if (isShared) void redisCache.set(key, write(rendering), rendering ? SECONDS.rendered : SECONDS.plain);
}

function storeInProcess(key: string, rendering: Rendering): void {
  processCache.set(key, { rendering }, { size: key.length + (rendering?.html.length ?? 0) });
}

/** Encodes a rendering as one letter for its kind, followed by the HTML. */
function write(rendering: Rendering): string {
  return rendering ? (rendering.math ? 'm' : 'h') + rendering.html : 'p';
}

function read(value: string): Rendering {
  return value.startsWith('p') ? null : { html: value.slice(1), math: value.startsWith('m') };
}

/**
 * Returns the version of the renderer. In a build it is a hash of the thread's file, which names its imported
 * files by their content hashes. Without a build the version is random: sources change under a running
 * process, so no other process may use its renderings.
 */
export function rendererVersion({ filename, execArgv }: ThreadEntry): string {
  if (execArgv.length > 0) return randomBytes(8).toString('hex');
  return createHash('sha256')
    .update(readFileSync(fileURLToPath(filename)))
    .digest('base64url');
}
