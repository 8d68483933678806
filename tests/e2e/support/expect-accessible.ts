import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
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
    const results = await window.axe.run(document, { resultTypes: ['violations'] });
    return results.violations;
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
