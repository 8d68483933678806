import type { Locator } from 'playwright';
import { describe, expect } from 'vitest';
import { expectAccessible } from '../support/expect-accessible.ts';
import { signUp } from '../support/register.ts';
import { signedIn } from '../support/signed-in.ts';
import { test } from '../support/test.ts';
import { awaitEnd, messageBox, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const SMALL = '/chat/new?model=sandbox/small';
const button = ({ page }: Visitor) => page.locator('button[name=opensOptions]');
const field = ({ page }: Visitor, name: string) => page.locator(`[name="option.${name}"]`);

async function open(visitor: Visitor): Promise<void> {
  await visitor.settle();
  await button(visitor).click();
  await field(visitor, 'temperature').waitFor();
}

/** With scripts the options are stored automatically. */
async function keep({ page, scripts }: Visitor): Promise<void> {
  if (scripts === 'off') await page.getByRole('button', { name: 'Save', exact: true }).click();
  else await page.getByText('Saved for this and new chats.').waitFor();
}

describe('the drawer of the options', () => {
  test('closes by Escape, by a press elsewhere and by sending', async ({ open: openPage }) => {
    const page = await signedIn(openPage);
    const temperature = page.locator('[name="option.temperature"]');
    const opener = page.locator('[name=opensOptions]');
    const isFocused = (control: Locator) => control.evaluate((one) => one === document.activeElement);
    const closes = async () => {
      await temperature.waitFor({ state: 'hidden' });
      await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
    };
    await opener.click();
    await expect.poll(() => isFocused(temperature)).toBe(true);
    await page.keyboard.press('Escape');
    await closes();
    expect(await isFocused(opener)).toBe(true);
    await opener.click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).click();
    await closes();
    await messageBox(page).fill('Where to? [[sandbox: text="North." pace=0]]');
    await opener.click();
    await temperature.waitFor();
    // The button moves when the drawer closes: the press that closes it must still send.
    await page.getByRole('button', { name: 'Send a message' }).click();
    await page.waitForURL(/\/chat\/(?!new)/, { waitUntil: 'commit' });
    await closes();
  });
});

runThreeWays('options of the chat', [
  {
    name: 'open beside what is typed, are kept, and come back',
    ways: ['late'],
    async act(visitor) {
      const { page, visit, scripts } = visitor;
      await signUp(page);
      await visit(SMALL);
      await visitor.type([[messageBox(page), 'Half a thought']]);
      await open(visitor);
      if (scripts !== 'off') await expectAccessible(page);
      await field(visitor, 'temperature').fill('0.5');
      await field(visitor, 'promptPrefix').fill('Be brief.');
      // Enter presses no other button of the form.
      await field(visitor, 'temperature').press('Enter');
      if (scripts !== 'off') await keep(visitor);
      await expect.poll(() => messageBox(page).inputValue()).toBe('Half a thought');
      await expect.poll(() => button(visitor).getAttribute('aria-label')).toBe('Options, 2 changed');
      await visit(SMALL);
      await page.getByRole('list', { name: 'Changed options' }).getByText('Temperature 0.5').waitFor();
      await open(visitor);
      await expect.poll(() => field(visitor, 'temperature').inputValue()).toBe('0.5');
      await page.getByRole('button', { name: 'Reset all' }).click();
      await expect.poll(() => button(visitor).getAttribute('aria-label')).toBe('Options');
    },
  },
  {
    name: 'go with the message that is sent while they are open, under the name that was chosen',
    ways: [],
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit(SMALL);
      await open(visitor);
      await visitor.type([[field(visitor, 'modelLabel'), 'Captain']]);
      await say(visitor, 'Where to? [[sandbox: text="North."]]');
      await awaitEnd(visitor);
      await expect.poll(() => turn(page, 1).innerText()).toContain('Captain');
    },
  },
  {
    name: 'say what is out of bounds, and keep what was typed',
    ways: [],
    expected: [/400/],
    async act(visitor) {
      const { page, visit, scripts } = visitor;
      await signUp(page);
      await visit(SMALL);
      await open(visitor);
      await visitor.type([[field(visitor, 'temperature'), '7']]);
      if (scripts === 'off') await page.getByRole('button', { name: 'Save', exact: true }).click();
      else await button(visitor).click();
      await expect.poll(() => field(visitor, 'temperature').inputValue()).toBe('7');
      await expect.poll(() => field(visitor, 'temperature').isVisible()).toBe(true);
      await expect
        .poll(() => field(visitor, 'temperature').evaluate((input) => input.matches(':invalid')))
        .toBe(true);
    },
  },
]);
