import type { Locator, Page } from 'playwright';
import { shortcutsReady } from './hydration.ts';

/** With a keyboard alone on a wide screen, or with a finger on a phone. */
export const HANDS = ['keyboard', 'touch'] as const;
export type Hands = (typeof HANDS)[number];

/** More stops of the Tab key than any of our pages has. */
const MAX_STOPS = 150;

/** A user whose presses are counted; typing and walking with the Tab key are no presses. */
export class NewUser {
  presses = 0;

  constructor(
    readonly page: Page,
    private readonly hands: Hands,
  ) {}

  get hasKeyboard(): boolean {
    return this.hands === 'keyboard';
  }

  /** Opens a page before a task begins. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(path);
    await shortcutsReady(this.page);
  }

  /** Presses a control: with a key once the Tab key has reached it, or with a finger. */
  async press(control: Locator, key = 'Enter'): Promise<void> {
    this.presses += 1;
    await control.waitFor();
    if (!this.hasKeyboard) return control.tap();
    await this.reach(control);
    await this.page.keyboard.press(key);
  }

  /** Presses keys that need no focus. */
  async pressKeys(keys: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press(keys);
  }

  /** Types into a box, which a finger has to touch before. */
  async type(box: Locator, text: string): Promise<void> {
    await box.waitFor();
    if (this.hasKeyboard) await this.reach(box);
    else await box.tap();
    await this.page.keyboard.insertText(text);
  }

  /** Sends what was typed: with Enter, or with a finger on the button. */
  async send(): Promise<void> {
    if (this.hasKeyboard) await this.pressKeys('Enter');
    else await this.press(this.page.getByRole('button', { name: /^Send( |$)/ }));
  }

  private async reach(control: Locator): Promise<void> {
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      if (await control.evaluate((one) => one === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`The Tab key never leads to ${String(control)}`);
  }
}
