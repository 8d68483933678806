import type { Page } from 'playwright';
import { whileScriptsCome } from './late-scripts.ts';

/** Between two looks; by default the driver looks at every frame, and each look makes the page paint one. */
const LOOK_MS = 50;

/** Resolves once scripts have taken the page over; late ones come now. */
export async function hydrated(page: Page): Promise<void> {
  const isTakenOver = () =>
    Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber'));
  await whileScriptsCome(page, () => page.waitForFunction(isTakenOver, undefined, { polling: LOOK_MS }));
}
