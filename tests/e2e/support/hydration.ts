import type { Page } from 'playwright';
import { whileScriptsCome } from './late-scripts.ts';

/** Resolves once scripts have taken the page over; late ones come now. */
export async function hydrated(page: Page): Promise<void> {
  await whileScriptsCome(page, () =>
    page.waitForFunction(() =>
      Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')),
    ),
  );
}
