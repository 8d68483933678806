import axe from 'axe-core';
import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';
import { IS_FULL } from '#tests/setup/suite.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * axe finds no problem on the page in its current state, frames included: WCAG 2.2 A and AA, and the best
 * practices. Needs scripts. Contrast, which costs as much as all other rules, is left to the full run: a unit
 * test compares the colours of the themes.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const frame of page.frames()) await inject(frame);
  await page.evaluate(atRest);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: IS_FULL } },
  };
  const violations = await page.evaluate(async (chosen) => {
    const { violations: all } = await window.axe.run(document, chosen);
    // axe does not support the top layer: it uses a menu as the background of the text that the menu covers.
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
  }, options);
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: page.url(),
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

/**
 * Colours of an element that is still appearing do not matter. Carets and spinners never come to rest, and a
 * hovered toast pauses.
 */
async function atRest(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
  // An animation that is never painted never ends: do not wait for it.
  const enough = new Promise((resolve) => setTimeout(resolve, 2000));
  await Promise.race([Promise.allSettled(passing.map(({ finished }) => finished)), enough]);
}

/** Once per document: half a megabyte of script takes longer to parse than most pages to check. */
async function inject(frame: Frame): Promise<void> {
  try {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  } catch (error) {
    // The frame of a growing reply may be removed at any time.
    if (!frame.isDetached()) throw error;
  }
}
