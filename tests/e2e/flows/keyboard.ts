import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** More Tab presses than any of our pages needs. */
const MAX_STOPS = 60;
/** Time within which a page must restore the focus that it removed. */
const FOCUS_BACK_MS = 5_000;

/**
 * A user with only a keyboard. Wherever the Tab key stops, the focus must be visible: a ring of two pixels,
 * on an element that is neither hidden nor covered.
 */
export interface KeyboardUser {
  /** The focused element as assistive technology reads it: role, name and value; '' for none. */
  focus: () => Promise<string>;
  /**
   * Presses Tab until the description of the focused element begins with `wanted`.
   * @returns every stop on the way, including that one
   */
  tabTo: (wanted: string) => Promise<string[]>;
  /** The same in reverse order. */
  tabBackTo: (wanted: string) => Promise<string[]>;
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Waits until the focus has settled on this element, and checks that it is visible. */
  expectFocus: (wanted: string) => Promise<void>;
}

export function createKeyboardUser(page: Page): KeyboardUser {
  const focused = page.locator(':focus');

  async function focus(): Promise<string> {
    if ((await focused.count()) === 0) return '';
    return (await focused.first().ariaSnapshot()).split('\n')[0]!.replace(/^- '?/, '');
  }

  /** Buttons that cost money are dimmed for a moment after a reply has begun or ended, and ignore clicks. */
  async function isResting(): Promise<boolean> {
    if ((await focused.count()) === 0) return false;
    return (await focused.first().getAttribute('aria-disabled')) === 'true';
  }

  /** The next focus after a press. A page that is being rendered again loses the focus and restores it. */
  async function nextStop(): Promise<string> {
    await focused
      .first()
      .waitFor({ state: 'attached', timeout: FOCUS_BACK_MS })
      .catch(() => undefined);
    return focus();
  }

  async function walk(key: string, wanted: string): Promise<string[]> {
    const stops: string[] = [];
    while (stops.length < MAX_STOPS) {
      await page.keyboard.press(key);
      const stop = await nextStop();
      stops.push(stop);
      if (stop === '') break;
      // A dimmed button ignores the pointer, which looks like being covered.
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
      // The second of two clicks is ignored for a moment, which looks like being covered.
      await expect.poll(() => whyUnseen(focused.first())).toBe('');
    },
  };
}

const startingWith = (words: string) =>
  new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`);

/** Why the focus of an element is not visible; '' if it is. */
function whyUnseen(element: Locator): Promise<string> {
  return element.evaluate((focused) => {
    // A text box may have its focus ring on the surrounding frame.
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
