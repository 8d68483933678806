import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** More presses than any way through one of our pages takes. */
const MOST_STOPS = 60;
/** Within which a page must have put the focus back that it took away. */
const FOCUS_BACK_MS = 5_000;

/**
 * Somebody who has a keyboard and nothing else. Wherever the Tab key stops, the focus must be seen: a ring of two
 * pixels, on something that is neither hidden nor covered.
 */
export interface KeyboardUser {
  /** What has the focus as assistive technology reads it: role, name and value; '' for nothing. */
  focus: () => Promise<string>;
  /**
   * Presses Tab until something whose description begins with `wanted` has the focus.
   * @returns every stop on the way, that one included
   */
  tabTo: (wanted: string) => Promise<string[]>;
  /** The same against the order of the page. */
  tabBackTo: (wanted: string) => Promise<string[]>;
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Waits until the focus has come to rest at this place, and looks whether it is seen. */
  expectFocus: (wanted: string) => Promise<void>;
}

export function createKeyboardUser(page: Page): KeyboardUser {
  const focused = page.locator(':focus');

  async function focus(): Promise<string> {
    if ((await focused.count()) === 0) return '';
    return (await focused.first().ariaSnapshot()).split('\n')[0]!.replace(/^- '?/, '');
  }

  /** What costs money is dimmed for a moment after a reply has begun or ended, and takes no press. */
  async function isResting(): Promise<boolean> {
    if ((await focused.count()) === 0) return false;
    return (await focused.first().getAttribute('aria-disabled')) === 'true';
  }

  /** Where a press has led. A page that is being put together anew loses the focus and gives it back. */
  async function nextStop(): Promise<string> {
    await focused
      .first()
      .waitFor({ state: 'attached', timeout: FOCUS_BACK_MS })
      .catch(() => undefined);
    return focus();
  }

  async function walk(key: string, wanted: string): Promise<string[]> {
    const stops: string[] = [];
    while (stops.length < MOST_STOPS) {
      await page.keyboard.press(key);
      const stop = await nextStop();
      stops.push(stop);
      if (stop === '') break;
      // What rests takes no pointer either, which looks like being covered.
      await expect
        .poll(async () => ({ stop, unseen: await whyUnseen(focused.first()) }))
        .toEqual({ stop, unseen: '' });
      if (stop.startsWith(wanted)) return stops;
    }
    throw new Error(`${key} never leads to ${wanted}, but to\n${stops.join('\n')}`);
  }

  return {
    focus,
    tabTo: (wanted) => walk('Tab', wanted),
    tabBackTo: (wanted) => walk('Shift+Tab', wanted),
    async press(...keys) {
      for (const key of keys) {
        if (key === 'Enter') await expect.poll(isResting).toBe(false);
        await page.keyboard.press(key);
      }
    },
    type: (text) => page.keyboard.insertText(text),
    async expectFocus(wanted) {
      await expect.poll(focus).toMatch(startingWith(wanted));
      // The second press of two takes no pointer for a moment, which looks like being covered.
      await expect.poll(() => whyUnseen(focused.first())).toBe('');
    },
  };
}

const startingWith = (words: string) =>
  new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`);

/** Why a person does not see that an element has the focus; '' when they do. */
function whyUnseen(element: Locator): Promise<string> {
  return element.evaluate((focused) => {
    // A text box may have its ring on the frame that it fills.
    const ringed = [focused, focused.closest('form')].some((place) => {
      const { outlineStyle, outlineWidth } = place ? getComputedStyle(place) : new CSSStyleDeclaration();
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    if (!ringed) return 'it has no ring';
    if (!focused.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'it is hidden';
    const { left, top, width, height } = focused.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!seen) return 'it is outside of the window';
    return focused.contains(seen) || seen.contains(focused)
      ? ''
      : `it is covered by ${seen.outerHTML.slice(0, 200)}`;
  });
}
