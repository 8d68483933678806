import type { BrowserContext } from 'playwright';

/** Counts the event streams that all tabs together hold open from now on. */
export function countStreams(context: BrowserContext): () => number {
  const open = new Set<unknown>();
  context.on('request', (request) => request.url().includes('/api/events') && open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}
