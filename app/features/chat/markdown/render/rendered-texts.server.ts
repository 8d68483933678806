import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { sharedCache } from '#app/core/platform/shared-cache.ts';
import type { ThreadEntry } from '#app/core/platform/threads/thread-pool.ts';
import type { RenderedText, RenderInput } from './render-stored.server.tsx';

/** A rendered text; null for one that is shown as plain text, because it cannot be rendered within its budget. */
export type Rendering = RenderedText | null;

const MEGABYTE = 1024 * 1024;
/** Letters of HTML in this process; what would put out a quarter of it is not kept. */
const near = new LRUCache<string, { rendering: Rendering }>({
  maxSize: 16 * MEGABYTE,
  maxEntrySize: 4 * MEGABYTE,
});
const far = sharedCache({ name: 'rendered', most: 64 * MEGABYTE, mostEach: MEGABYTE });

const DAY_SECONDS = 86_400;
/** A machine that was too slow for a text may be faster tomorrow. */
const SECONDS = { rendered: 7 * DAY_SECONDS, plain: DAY_SECONDS };

/**
 * The name of a rendering: everything that its HTML depends on, the code of the renderer included. It tells nothing to
 * who does not have the text, so that equal texts of two owners may share it.
 */
export function renderingKey({ text, labels, idPrefix, open }: RenderInput, version: string): string {
  const facts = JSON.stringify([version, labels, idPrefix, open]);
  return createHash('sha256').update(facts).update('\0').update(text).digest('base64url');
}

/** What was rendered before, in the order of the keys. @param isShared false to look into this process alone */
export async function findRenderings(keys: string[], isShared: boolean): Promise<(Rendering | undefined)[]> {
  const found = new Map(keys.map((key) => [key, near.get(key)?.rendering]));
  const missing = isShared ? keys.filter((key) => found.get(key) === undefined) : [];
  const values = await far.get(missing);
  for (const [index, key] of missing.entries()) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    const rendering = read(value);
    found.set(key, rendering);
    keepNear(key, rendering);
  }
  return keys.map((key) => found.get(key));
}

/** @param isShared true for other processes, and a time when this one is gone */
export function keepRendering(key: string, rendering: Rendering, isShared: boolean): void {
  keepNear(key, rendering);
  if (isShared) void far.set(key, write(rendering), rendering ? SECONDS.rendered : SECONDS.plain);
}

function keepNear(key: string, rendering: Rendering): void {
  near.set(key, { rendering }, { size: key.length + (rendering?.html.length ?? 0) });
}

/** A letter that says what it is, then the HTML. */
function write(rendering: Rendering): string {
  return rendering ? (rendering.math ? 'm' : 'h') + rendering.html : 'p';
}

function read(value: string): Rendering {
  return value.startsWith('p') ? null : { html: value.slice(1), math: value.startsWith('m') };
}

/**
 * The version of the renderer: of a build the file of its thread, which names the others that it is made of by their
 * contents. The sources change under a running process, whose renderings nobody else may take for theirs.
 */
export function rendererVersion({ filename, execArgv }: ThreadEntry): string {
  if (execArgv.length > 0) return randomBytes(8).toString('hex');
  return createHash('sha256')
    .update(readFileSync(fileURLToPath(filename)))
    .digest('base64url');
}
