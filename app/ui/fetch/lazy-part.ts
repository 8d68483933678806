import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadChunk } from './load-chunk.ts';

/**
 * A component whose script comes when it is shown first; the server renders it at once. It stands within a Suspense.
 * Where its script cannot be loaded it shows nothing.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadChunk(load)) ?? (() => null) }));
}
