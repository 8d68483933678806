import type { Page } from 'playwright';
import { describe, expect, inject } from 'vitest';
import { messageBox } from './flows/conversation-steps.ts';
import { HANDS, NewUser } from './support/new-user.ts';
import { signUp } from './support/register.ts';
import { test } from './support/test.ts';

/** Presses that a task may take beside typing. */
const MAX_PRESSES = 3;
const LONG = 60_000;

interface Task {
  name: string;
  /** Brings about the state in which the task begins. */
  begin: (user: NewUser) => Promise<unknown>;
  /** Ends when the user has what they wanted. */
  act: (user: NewUser) => Promise<unknown>;
}

const ANSWER = 'Two rivers meet here';
const answered = `[[sandbox: text="${ANSWER}" pace=0]]`;
const answer = (page: Page) => page.getByRole('article').getByText(ANSWER, { exact: true }).last();
const chip = (page: Page) => page.getByRole('button', { name: /^Choose a model/ });
const model = (page: Page, name: string) => page.locator('[name=chosenModel]', { hasText: name }).first();
const image = (page: Page) => page.getByRole('img', { name: /^Image 1 by/ }).last();
const menu = (page: Page) =>
  page
    .getByRole('button', { name: /^Your account/ })
    .filter({ visible: true })
    .first();
const price = (page: Page) => page.locator('#composer').getByText(/\$/).filter({ visible: true }).first();

async function haveAnswer(user: NewUser): Promise<void> {
  const { page } = user;
  await user.goTo('/chat/new?model=sandbox/small');
  await user.type(messageBox(page), `Rivers? ${answered}`);
  await user.send();
  await answer(page).waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).first().waitFor();
}

async function chooseModel(user: NewUser, name: string): Promise<void> {
  await user.press(chip(user.page));
  await user.press(model(user.page, name));
  await user.page.getByRole('button', { name: `Choose a model ${name}` }).waitFor();
}

async function makeImage(user: NewUser): Promise<void> {
  const { page } = user;
  await chooseModel(user, 'Sandbox Picture');
  await user.type(messageBox(page), 'A fox in the snow [[sandbox: delay=0]]');
  await price(page).waitFor();
  await user.send();
  await image(page).waitFor({ timeout: LONG });
}

const TASKS: readonly Task[] = [
  {
    name: 'first answer',
    begin: (user) => user.goTo('/chat/new'),
    async act(user) {
      const { page } = user;
      await price(page).waitFor();
      await user.type(messageBox(page), `Rivers? ${answered}`);
      await user.send();
      await answer(page).waitFor();
    },
  },
  {
    name: 'find an old chat',
    async begin(user) {
      await haveAnswer(user);
      await user.goTo('/usage');
    },
    async act(user) {
      const { page } = user;
      if (user.hasKeyboard) await user.pressKeys('Control+KeyK');
      else {
        await user.press(page.locator('header [popovertarget=side-bar]'));
        await user.press(page.locator('#side-bar').getByRole('link', { name: 'Search', exact: true }));
      }
      const palette = page.getByRole('dialog', { name: 'Search' });
      await user.type(palette.getByRole('searchbox'), 'Rivers');
      const found = palette.locator('[data-command][href^="/chat/"]').first();
      await found.waitFor();
      await user.press(found);
      await answer(page).waitFor();
    },
  },
  {
    name: 'change the model in the middle of a chat',
    begin: haveAnswer,
    act: (user) => chooseModel(user, 'Sandbox Large'),
  },
  {
    name: 'compare three models',
    begin: (user) => user.goTo('/playground'),
    async act(user) {
      const { page } = user;
      await user.type(page.getByRole('textbox', { name: 'Ask me anything' }), `Rivers? ${answered}`);
      await user.send();
      await expect
        .poll(() => page.getByRole('button', { name: 'Best', exact: true }).count(), { timeout: LONG })
        .toBe(3);
    },
  },
  {
    name: 'make an image',
    begin: (user) => user.goTo('/chat/new'),
    act: makeImage,
  },
  {
    name: 'edit an image',
    async begin(user) {
      await user.goTo('/chat/new');
      await makeImage(user);
    },
    async act(user) {
      const { page } = user;
      await user.press(page.getByRole('article').getByRole('button', { name: 'Edit' }).last());
      await user.type(messageBox(page), 'Now at night [[sandbox: delay=0]]');
      await user.send();
      await expect.poll(() => page.getByRole('article').count()).toBe(4);
      await page
        .getByRole('article')
        .nth(3)
        .getByRole('img', { name: /^Image 1 by/ })
        .waitFor({ timeout: LONG });
    },
  },
  {
    name: 'make a video',
    begin: (user) => user.goTo('/chat/new'),
    async act(user) {
      const { page } = user;
      await chooseModel(user, 'Sandbox Video');
      await user.type(messageBox(page), 'It runs away [[sandbox: delay=0]]');
      await price(page).waitFor();
      await user.send();
      await page.getByRole('article').locator('video').waitFor({ timeout: LONG });
    },
  },
  {
    name: 'key and first call',
    begin: (user) => user.goTo('/keys'),
    async act(user) {
      const { page } = user;
      await user.type(page.getByLabel('Name', { exact: true }), 'Laptop');
      await user.press(page.getByRole('button', { name: 'Create key' }));
      await user.press(page.getByRole('button', { name: /^Run/ }));
      await page
        .locator('[aria-live=polite]')
        .getByText(/\$0\.\d+/)
        .waitFor();
    },
  },
  {
    name: 'top up',
    begin: (user) => user.goTo('/chat/new'),
    async act(user) {
      const { page } = user;
      await user.press(
        page
          .getByRole('link', { name: /^Balance/ })
          .filter({ visible: true })
          .first(),
      );
      await user.press(page.getByRole('link', { name: '$50', exact: true }));
      const opened = page.context().waitForEvent('page');
      await user.press(page.getByRole('button', { name: /^Pay/ }));
      await (await opened).getByText('$50.00').first().waitFor();
    },
  },
  {
    name: 'see what a chat has cost',
    begin: haveAnswer,
    act: ({ page }) => page.locator('header span[title] data').getByText(/\$/).waitFor(),
  },
  {
    name: 'change the theme',
    begin: (user) => user.goTo('/chat/new'),
    async act(user) {
      const { page } = user;
      await user.press(menu(page));
      await user.press(page.getByRole('button', { name: 'Dark', exact: true }).filter({ visible: true }));
      await page.locator('html[data-theme=dark]').waitFor();
    },
  },
  {
    name: 'change the language',
    begin: (user) => user.goTo('/chat/new'),
    async act(user) {
      const { page } = user;
      await user.press(menu(page));
      await user.press(page.getByRole('link', { name: 'Settings', exact: true }).filter({ visible: true }));
      user.presses += 1;
      await page.getByRole('combobox', { name: 'Language' }).selectOption('ja-JP');
      await page.getByRole('heading', { name: '一般' }).waitFor();
    },
  },
];

describe.each(HANDS)('with a %s, a new user', (hands) => {
  test.for(TASKS)('$name', { timeout: 60_000 }, async ({ begin, act }, { open }) => {
    const page = await open({
      screen: hands === 'touch' ? 'phone' : 'wide',
      elsewhere: [new URL(inject('applicationEnvironment')['STRIPE_BASE_URL']!).origin],
    });
    await signUp(page);
    const user = new NewUser(page, hands);
    await begin(user);
    user.presses = 0;
    const startedAt = performance.now();
    await act(user);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`${user.presses} presses, ${seconds.toFixed(1)} s`);
    expect(user.presses).toBeLessThanOrEqual(MAX_PRESSES);
  });
});
