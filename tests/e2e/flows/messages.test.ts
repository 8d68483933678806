import { expect } from 'vitest';
import { register } from '../support/register.ts';
import { askFor, awaitEnd, say, turn } from './conversation-steps.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const editor = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Message text' });

/** Opens the user's message, the first turn, in place. */
async function openEditor(visitor: Visitor): Promise<void> {
  await turn(visitor.page, 0).hover();
  await turn(visitor.page, 0).getByRole('link', { name: 'Edit message' }).click();
  await editor(visitor).waitFor();
}

runThreeWays('messages', [
  {
    name: 'edit the own message and only save it',
    ways: [],
    async act(visitor) {
      const { page, type } = visitor;
      await register(page);
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await openEditor(visitor);
      await type([[editor(visitor), 'A changed question']]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('edited', { exact: true }).waitFor();
      await turn(page, 0).getByText('A changed question').waitFor();
      await expect.poll(() => page.getByRole('article').count()).toBe(2);
      await page.reload({ waitUntil: 'commit' });
      await turn(page, 0).getByText('A changed question').waitFor();
      await turn(page, 1).getByText('Alpha', { exact: true }).waitFor();
    },
  },
  {
    name: 'leave the editing of a message without a change',
    ways: [],
    async act(visitor) {
      const { page, type } = visitor;
      await register(page);
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await openEditor(visitor);
      await type([[editor(visitor), 'A changed question']]);
      await page.getByRole('link', { name: 'Cancel' }).click();
      await editor(visitor).waitFor({ state: 'hidden' });
      // Without scripts the page without the editor may still be loading.
      await expect.poll(() => turn(page, 0).innerText()).toContain('Please answer.');
    },
  },
  {
    name: 'edit the own message, save and submit it, and go back to the first version',
    ways: ['on', 'off'],
    async act(visitor) {
      const { page, type } = visitor;
      await register(page);
      await say(visitor, askFor('Alpha'));
      await awaitEnd(visitor);
      await openEditor(visitor);
      await type([[editor(visitor), askFor('Omega')]]);
      await page.getByRole('button', { name: 'Save & submit' }).click();
      await page.getByText('Version 2 of 2').waitFor();
      await awaitEnd(visitor);
      await turn(page, 1).getByText('Omega', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Previous version' }).click();
      await page.getByText('Version 1 of 2').waitFor();
      await turn(page, 1).getByText('Alpha', { exact: true }).waitFor();
      await page.reload({ waitUntil: 'commit' });
      await turn(page, 1).getByText('Alpha', { exact: true }).waitFor();
    },
  },
  {
    name: 'change what a model said, save and submit it, and read how it goes on from there',
    ways: [],
    async act(visitor) {
      const { page, type } = visitor;
      await register(page);
      await say(visitor, askFor('and its end.'));
      await awaitEnd(visitor);
      await turn(page, 1).hover();
      await turn(page, 1).getByRole('link', { name: 'Edit message' }).click();
      await editor(visitor).waitFor();
      await turn(page, 1).getByRole('button', { name: 'Save', exact: true }).waitFor();
      await type([[editor(visitor), 'A better beginning ']]);
      await page.getByRole('button', { name: 'Save & submit' }).click();
      await editor(visitor).waitFor({ state: 'hidden' });
      await awaitEnd(visitor);
      await turn(page, 1).getByText('A better beginning and its end.').waitFor();
      await expect.poll(() => page.getByRole('article').count()).toBe(2);
      await page.reload({ waitUntil: 'commit' });
      await turn(page, 1).getByText('A better beginning and its end.').waitFor();
      await turn(page, 1).getByText('edited', { exact: true }).waitFor();
    },
  },
]);
