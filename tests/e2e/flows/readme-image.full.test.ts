import { expect } from 'vitest';
import { hydrated } from '#tests/e2e/support/hydration.ts';
import { signUp } from '#tests/e2e/support/register.ts';
import { showSideBar } from '#tests/e2e/support/side-bar.ts';
import { takeScreenshot } from '#tests/e2e/support/take-screenshot.ts';
import { test } from '#tests/e2e/support/test.ts';
import { messageBox, turn } from './conversation-steps.ts';

const QUESTION = 'Flywheel or battery: which one for a bus that stops every minute?';
const ANSWER = String.raw`Both store energy; they differ in how fast they give it back.

| | Flywheel | Battery |
|---|---|---|
| Power for its weight | very high | moderate |
| Lifetime | over 1,000,000 cycles | 2,000 to 5,000 cycles |

A bus that stops every minute asks for **power and cycles**: take the flywheel. It holds

$$E = \tfrac{1}{2}\, I \omega^2$$

~~~python
def stored_energy(inertia: float, speed: float) -> float:
    # Energy of a flywheel in joules.
    return 0.5 * inertia * speed**2
~~~`;

// The image of the README. Its directive is removed from the question by editing it.
test('a conversation with a table, a formula and code', { timeout: 120_000 }, async ({ open }) => {
  const page = await open();
  await signUp(page);
  await page.goto('/chat/new?model=sandbox/small');
  await hydrated(page);
  await messageBox(page).fill(`${QUESTION} [[sandbox: text="${ANSWER}" pace=0]]`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Regenerate' }).first().waitFor();
  await turn(page, 0).hover();
  await turn(page, 0).getByRole('link', { name: 'Edit message' }).click();
  await page.getByRole('textbox', { name: 'Message text' }).fill(QUESTION);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await turn(page, 0).getByText(QUESTION, { exact: true }).waitFor();
  await showSideBar(page);
  const sideBar = page.getByRole('navigation', { name: 'Chats' });
  await sideBar.getByRole('button', { name: /^Actions for/ }).click();
  await sideBar.getByText('Rename').click();
  await sideBar.getByRole('textbox', { name: 'Title' }).fill('Flywheel or battery');
  await sideBar.getByRole('button', { name: 'Save' }).click();
  await sideBar.getByRole('link', { name: 'Flywheel or battery' }).waitFor();
  await page.reload();
  await hydrated(page);
  await page.mouse.move(640, 400);
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => turn(page, 1).locator('table, math, pre').count()).toBeGreaterThanOrEqual(3);
  await takeScreenshot(page, 'conversation');
});
