import type { Page } from 'playwright';
import { whileScriptsCome } from './late-scripts.ts';

/**
 * Between two checks; by default the driver checks at every frame, and each check makes the page paint one.
 */
const LOOK_MS = 50;

/**
 * Resolves once the page is hydrated; late scripts are released now.
 * @throws Error if a part of the page hydrates later than the rest: an update before that would render it
 *   again (#421)
 */
export async function hydrated(page: Page): Promise<void> {
  const isTakenOver = () =>
    Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber'));
  await whileScriptsCome(page, () => page.waitForFunction(isTakenOver, undefined, { polling: LOOK_MS }));
  const late = await page.evaluate(() => {
    const comments = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_COMMENT);
    const pieces: string[] = [];
    while (comments.nextNode()) {
      const { data, nextElementSibling: piece } = comments.currentNode as Comment;
      // The framework sends the data of its loaders in boundaries of scripts.
      if (data.startsWith('$') && piece?.localName !== 'script')
        pieces.push(`${piece?.outerHTML}`.slice(0, 200));
    }
    return pieces;
  });
  if (late.length > 0) throw new Error(`Pieces that hydrate later: ${late.join('\n')}`);
}

/** Resolves once a page of a signed-in user is hydrated and follows its keyboard shortcuts. */
export async function shortcutsReady(page: Page): Promise<void> {
  await hydrated(page);
  await page.locator('template[data-part=shortcut-keys]').waitFor({ state: 'attached' });
}
