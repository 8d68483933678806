import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import { hydrated } from '../support/hydration.ts';
import { signUp } from '../support/register.ts';
import { showSideBar } from '../support/side-bar.ts';
import { askFor, awaitEnd, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

const skeleton = (page: Page) => page.locator('[data-skeleton]');

runThreeWays('opening', [
  {
    name: 'a conversation that is slow to come shows its shape at once, in its place, and only when it is slow',
    needsScripts: true,
    typesNothing: true,
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit('/chat/new');
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      const path = new URL(page.url()).pathname;
      await visit('/chat/new');
      // Before its scripts have arrived a page navigates by itself, and shows no skeleton meanwhile.
      await hydrated(page);
      await showSideBar(page);
      const held: Route[] = [];
      await page.route(
        (url) => url.pathname.startsWith(path),
        (route) => void held.push(route),
      );
      await page.locator(`a[href="${path}"]`).click();
      await expect.poll(() => held.length).toBe(1);
      await skeleton(page).waitFor({ state: 'attached' });
      // A fast answer replaces it before it is visible.
      const delay = await skeleton(page).evaluate((element) => {
        const [animation] = element.getAnimations();
        const { delay, fill } = animation!.effect!.getTiming();
        return { delay, fill };
      });
      expect(delay).toEqual({ delay: 200, fill: 'both' });
      expect(await page.getByRole('main').getAttribute('aria-busy')).toBe('true');
      await page.getByText('Opening chat').waitFor({ state: 'attached' });
      const room = await skeleton(page).locator('[data-skeleton-composer]').boundingBox();
      await held[0]!.continue();
      await turn(page, 1).getByText('Alpha', { exact: true }).waitFor();
      await skeleton(page).waitFor({ state: 'detached' });
      const box = await page.locator('#composer').boundingBox();
      expect(Math.abs(box!.y + box!.height - (room!.y + room!.height))).toBeLessThanOrEqual(1);
      expect([box!.x, box!.width]).toEqual([room!.x, room!.width]);
      expect(await page.getByRole('main').getAttribute('aria-busy')).toBeNull();
    },
  },
]);
