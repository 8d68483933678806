import { expect } from 'vitest';
import { expectAccessible } from '../support/expect-accessible.ts';
import { signUp } from '../support/register.ts';
import { messageBox } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';

runThreeWays('prompt templates', [
  {
    name: 'are browsed page by page, searched, filled in and put into a conversation',
    ways: [],
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit('/prompts');
      await page.getByText('Showing 1 to 10 of 36 entries').waitFor();
      await page.getByRole('link', { name: 'Next', exact: true }).click();
      await page.getByText('Showing 11 to 20 of 36 entries').waitFor();
      await page.getByRole('link', { name: 'Previous', exact: true }).click();
      await page.getByText('Showing 1 to 10 of 36 entries').waitFor();
      await page.getByLabel('Search templates').fill('regular expression');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('Showing 1 to 1 of 1 entries').waitFor();
      await visit('/prompts/regex');
      await visitor.type([[page.getByLabel('language or tool'), 'Python']]);
      await page.getByRole('button', { name: 'Use in a new chat' }).click();
      await page.waitForURL(/\/chat\/new/);
      await expect
        .poll(() => messageBox(page).inputValue())
        .toMatch(/in Python that matches \{\{what to match\}\}/);
    },
  },
  {
    name: 'of one’s own are written, used with variables, and deleted',
    ways: [],
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit('/prompts/new');
      await visitor.type([
        [page.getByLabel('Name', { exact: true }), 'Greeting'],
        [page.getByLabel('Text', { exact: true }), 'Hello {{name}}, how is {{place}}?'],
      ]);
      await page.getByRole('button', { name: 'Save template' }).click();
      await page.getByRole('link', { name: /^Greeting/ }).click();
      await visitor.settle();
      await page.getByLabel('name', { exact: true }).fill('Ada');
      await page.getByLabel('place', { exact: true }).fill('Rome');
      await page.getByRole('button', { name: 'Use in a new chat' }).click();
      await page.waitForURL(/\/chat\/new/);
      await expect.poll(() => messageBox(page).inputValue()).toBe('Hello Ada, how is Rome?');
      await visit('/prompts');
      await page.getByRole('link', { name: /^Greeting/ }).click();
      await visitor.settle();
      await page.getByText('Delete', { exact: true }).click();
      await page.getByRole('button', { name: 'Delete?' }).click();
      await page.getByText('of 36 entries').waitFor();
    },
  },
  {
    name: 'come with a slash in the box, by the keyboard alone',
    needsScripts: true,
    typesNothing: true,
    async act(visitor) {
      const { page, visit } = visitor;
      await signUp(page);
      await visit('/chat/new?model=sandbox/small');
      const box = messageBox(page);
      await box.fill('/');
      const items = page.getByRole('list', { name: 'Prompt templates' }).getByRole('button');
      await expect.poll(() => items.count()).toBe(36);
      await expectAccessible(page);
      await box.press('ArrowDown');
      await expect.poll(() => items.nth(1).getAttribute('aria-current')).toBe('true');
      await box.press('ArrowUp');
      await box.press('ArrowUp');
      await expect.poll(() => items.nth(35).getAttribute('aria-current')).toBe('true');
      await box.pressSequentially('compare');
      await expect.poll(() => items.count()).toBe(1);
      await box.press('Enter');
      await expect.poll(() => box.inputValue()).toMatch(/^Compare \{\{first option\}\}/);
      expect(await items.count()).toBe(0);
      // Typed text replaces each gap in turn.
      await page.keyboard.type('tea');
      await page.keyboard.press('Tab');
      await page.keyboard.type('coffee');
      await page.keyboard.press('Tab');
      await page.keyboard.type('sleep');
      await expect
        .poll(() => box.inputValue())
        .toMatch(/^Compare tea with coffee for someone who cares most about sleep\./);
      await page.keyboard.press('Tab');
      await expect.poll(() => box.evaluate((area) => area === document.activeElement)).toBe(false);

      await box.fill('/');
      await expect.poll(() => items.count()).toBe(36);
      await box.press('Escape');
      await expect.poll(() => items.count()).toBe(0);

      // The plus menu opens the same list over a typed text, and the template is added to that text.
      await box.fill('For my sister:');
      const plus = page.getByRole('button', { name: 'Add to message' });
      await plus.press('Enter');
      await page.keyboard.press('Escape');
      await expect.poll(() => plus.evaluate((button) => button === document.activeElement)).toBe(true);
      await plus.press('Enter');
      // A quick user presses the arrow before the opening has moved the focus: the button takes it, too.
      await page.locator('.plus-menu :popover-open :focus').waitFor();
      await plus.focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect.poll(() => items.count()).toBe(36);
      await page.keyboard.press('Enter');
      await expect.poll(() => box.inputValue()).toMatch(/^For my sister:\n\n\S/);
      expect(await items.count()).toBe(0);
      // An unknown template name is sent as a normal message.
      await box.fill('/zz [[sandbox: text="Yes."]]');
      await box.press('Enter');
      await page.getByText('Yes.', { exact: true }).waitFor();
    },
  },
]);
