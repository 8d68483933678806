import type { Page } from 'playwright';
import { expect } from 'vitest';
import { register, signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const arriveAtChat = (page: Page) => page.waitForURL('**/chat/new', { waitUntil: 'commit' });
const REFUSED = [/40[01]/];

async function signIn({ page, type }: Visitor, email: string, password: string): Promise<void> {
  await type([
    [field(page, 'Email address'), email],
    [field(page, 'Password'), password],
  ]);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function signOut({ page, visit }: Visitor): Promise<void> {
  await visit('/settings/sign-in');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
}

runThreeWays('accounts', [
  {
    name: 'register, with a wrong repetition of the password first',
    ways: ['on', 'off'],
    expected: REFUSED,
    async act({ page, scripts, visit, type }) {
      const email = `flow-${scripts}-${Date.now().toString(36)}@parlance.test`;
      await visit('/register');
      const passwords = (repeated: string): Parameters<typeof type>[0] => [
        [field(page, 'Password'), 'a long enough password'],
        [field(page, 'Confirm password'), repeated],
      ];
      await type([
        [field(page, 'Full name'), 'Ada Reader'],
        [field(page, 'Email address'), email],
        ...passwords('another password'),
      ]);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('Passwords do not match').waitFor();
      await expect.poll(() => field(page, 'Email address').inputValue()).toBe(email);
      await type(passwords('a long enough password'));
      await page.getByRole('button', { name: 'Register' }).click();
      await arriveAtChat(page);
      await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    },
  },
  {
    name: 'sign out, sign in with a wrong password, then with the right one',
    ways: ['on', 'off'],
    expected: REFUSED,
    async act(visitor) {
      const { page } = visitor;
      const { email, password } = await register(page);
      await signOut(visitor);
      await page.goto('/chat/new', { waitUntil: 'commit' });
      await page.waitForURL('**/login**', { waitUntil: 'commit' });
      await signIn(visitor, email, 'not the password');
      await page.getByText('Unable to login with the information provided.').waitFor();
      await expect.poll(() => field(page, 'Email address').inputValue()).toBe(email);
      await signIn(visitor, email, password);
      await arriveAtChat(page);
    },
  },
  {
    name: 'forget the password and choose another by the link on the page',
    ways: [],
    async act(visitor) {
      const { page, visit, type } = visitor;
      const { email } = await register(page);
      await signOut(visitor);
      await visit('/forgot-password');
      await type([[field(page, 'Email address'), email]]);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('link', { name: 'Click here to reset your password' }).click();
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
      await type([
        [field(page, 'New password'), 'the second password'],
        [field(page, 'Confirm password'), 'the second password'],
      ]);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Your password has been reset.').waitFor();
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await signIn(visitor, email, 'the second password');
      await arriveAtChat(page);
    },
  },
  {
    name: 'change the password, the old one wrong at first',
    ways: [],
    expected: REFUSED,
    async act(visitor) {
      const { page, visit, type } = visitor;
      const { email, password } = await signUp(page);
      await visit('/settings/sign-in');
      const change = async (current: string) => {
        await type([
          [page.locator('#password').getByLabel('Current password', { exact: true }), current],
          [field(page, 'New password'), 'the second password'],
          [field(page, 'Confirm password'), 'the second password'],
        ]);
        await page.getByRole('button', { name: 'Change password' }).click();
      };
      await change('not the password');
      await page.getByText('This isn’t your current password').waitFor();
      await change(password);
      await page.getByText('Your password has been changed.').waitFor();
      await signOut(visitor);
      await signIn(visitor, email, 'the second password');
      await arriveAtChat(page);
    },
  },
  {
    name: 'end the session of another browser',
    ways: [],
    typesNothing: true,
    async act({ page, visit, openAnother }) {
      const { email, password } = await register(page);
      const other = await openAnother({ scripts: 'off' });
      await other.goto('/login');
      await field(other, 'Email address').fill(email);
      await field(other, 'Password').fill(password);
      await other.getByRole('button', { name: 'Continue' }).click();
      await arriveAtChat(other);
      await visit('/settings/sign-in');
      await page.getByRole('button', { name: /^End session on/ }).click();
      await page.getByText('Session ended.').waitFor();
      await expect.poll(() => page.getByRole('button', { name: /^End session on/ }).count()).toBe(0);
      await other.goto('/chat/new');
      expect(new URL(other.url()).pathname).toBe('/login');
    },
  },
]);
