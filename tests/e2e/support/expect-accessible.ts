import axe from 'axe-core';
import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * axe finds nothing on the page as it stands, its frames included: WCAG 2.2 A and AA, and the best practices. Needs
 * scripts.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const frame of page.frames()) await inject(frame);
  await page.evaluate(atRest);
  const violations = await page.evaluate(async () => {
    const { violations: all } = await window.axe.run(document, { resultTypes: ['violations'] });
    // axe knows of no top layer: it takes a menu for the ground of the text that the menu covers.
    const isCovered = (target: axe.UnlabelledFrameSelector) => {
      const element = target.length === 1 ? document.querySelector(String(target[0])) : null;
      if (!element) return false;
      const { x, y, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      const cover = above?.closest(':popover-open, dialog:modal') ?? null;
      return cover !== null && !cover.contains(element);
    };
    return all
      .map((violation) =>
        violation.id === 'color-contrast'
          ? { ...violation, nodes: violation.nodes.filter(({ target }) => !isCovered(target)) }
          : violation,
      )
      .filter(({ nodes }) => nodes.length > 0);
  });
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: page.url(),
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

/**
 * What is still appearing has colours that nobody will read it in. Carets and spinners never come to rest, and a toast
 * that is held has stopped on its way.
 */
async function atRest(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
  // What is never painted never ends: nobody waits for it.
  const enough = new Promise((resolve) => setTimeout(resolve, 2000));
  await Promise.race([Promise.allSettled(passing.map(({ finished }) => finished)), enough]);
}

/** Once for a document: half a megabyte of script takes longer to read than most pages to look at. */
async function inject(frame: Frame): Promise<void> {
  try {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  } catch (error) {
    // The frame of a growing reply goes when it likes.
    if (!frame.isDetached()) throw error;
  }
}
