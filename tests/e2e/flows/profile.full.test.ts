import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { openMailbox, type Mailbox } from '#tests/setup/mailbox.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';
import { signUp } from '../support/register.ts';
import { runThreeWays } from './run-three-ways.ts';
import type { Visitor } from './visitor.ts';

let mailbox: Mailbox;
let web: WebProcess;

// A web process that sends mail, beside the one that does not.
beforeAll(async () => {
  mailbox = await openMailbox();
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Parlance <parlance@parlance.test>' };
  web = await startWebProcess({ ...inject('applicationEnvironment'), ...settings });
});
afterAll(async () => {
  await web.stop();
  await mailbox.close();
});

const ACCOUNT = '/settings/account';
const SIGN_IN = '/settings/sign-in';

async function askForAddress({ page, type }: Visitor, email: string, password: string): Promise<void> {
  const form = page.locator('#email');
  await type([
    [form.getByLabel('New email address', { exact: true }), email],
    [form.getByLabel('Current password', { exact: true }), password],
  ]);
  await page.getByRole('button', { name: 'Change email address' }).click();
}

runThreeWays('profile', [
  {
    name: 'change name and username, the name too short at first',
    expected: [/400/],
    async act({ page, scripts, visit, type }) {
      await signUp(page);
      await visit(ACCOUNT);
      const name = page.getByLabel('Full name', { exact: true });
      const username = `ada-${Date.now().toString(36)}`;
      await type([
        [name, 'Al'],
        [page.getByLabel('Username', { exact: true }), username],
      ]);
      await page.getByRole('button', { name: 'Save profile' }).click();
      // Without scripts the browser itself refuses the text.
      if (scripts === 'off')
        await expect.poll(() => name.evaluate((one) => one.matches(':invalid'))).toBe(true);
      else await page.getByText('Name must be at least 3 characters').waitFor();
      await type([[name, 'Ada Lovelace']]);
      await page.getByRole('button', { name: 'Save profile' }).click();
      await page.getByText('Your profile has been saved.').waitFor();
      await page.locator('main bdi').getByText('Ada Lovelace', { exact: true }).waitFor();
    },
  },
  {
    name: 'change the e-mail address by the link of a second mail, the password wrong at first',
    expected: [/401/],
    page: () => ({ origin: web.origin }),
    async act(visitor) {
      const { page, visit } = visitor;
      const { email, password } = await signUp(page);
      const wanted = `new-${email}`;
      await visit(SIGN_IN);
      await askForAddress(visitor, wanted, 'not the password');
      await page.getByText('This isn’t your current password').waitFor();
      await askForAddress(visitor, wanted, password);
      await page.getByText(`${wanted} isn’t confirmed yet`).waitFor();
      await mailbox.next(wanted);
      const before = mailbox.mails.length;
      await page.getByRole('button', { name: 'Resend', exact: true }).click();
      await page.getByText('We’ve sent a new link.').waitFor();
      const { text } = await mailbox.next(wanted, before);
      const { pathname, search } = new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '');
      await visit(pathname + search);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Your email address is confirmed.').waitFor();
      await visit(SIGN_IN);
      await page.getByText(wanted, { exact: true }).waitFor();
    },
  },
  {
    name: 'call a change of the e-mail address off',
    page: () => ({ origin: web.origin }),
    async act(visitor) {
      const { page, visit } = visitor;
      const { email, password } = await signUp(page);
      await visit(SIGN_IN);
      await askForAddress(visitor, `new-${email}`, password);
      await page.getByRole('button', { name: 'Cancel change' }).click();
      await page.getByText('Your email address hasn’t changed.').waitFor();
      await page.getByText('isn’t confirmed yet').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'download the data, the password wrong at first',
    expected: [/401/],
    async act({ page, visit, type }) {
      const { email, password } = await signUp(page);
      await visit('/settings/data');
      const form = page.locator('#download');
      const press = async (current: string) => {
        await type([[form.getByLabel('Current password', { exact: true }), current]]);
        await form.getByRole('button', { name: 'Download' }).click();
      };
      await press('not the password');
      await page.getByText('This isn’t your current password').waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), press(password)]);
      expect(download.suggestedFilename()).toMatch(/^account-data-.*\.json$/);
      const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
      expect(data).toMatchObject({ profile: { email }, conversations: [], isComplete: true });
      await page.getByRole('heading', { name: 'Download your data' }).waitFor();
    },
  },
  {
    name: 'delete the account, the password wrong at first, and register again with its address',
    expected: [/401/],
    async act({ page, visit, type }) {
      const { email, password } = await signUp(page);
      await visit(ACCOUNT);
      const form = page.locator('#delete');
      const press = async (current: string) => {
        await type([[form.getByLabel('Current password', { exact: true }), current]]);
        await form.getByText('Delete my account', { exact: true }).click();
        await form.getByRole('button', { name: 'Delete account?' }).click();
      };
      await press('not the password');
      await page.getByText('This isn’t your current password').waitFor();
      await press(password);
      await page.getByText('Your account has been deleted.').waitFor();
      await visit('/chat/new');
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await visit('/register');
      await type([
        [page.getByLabel('Full name', { exact: true }), 'Ada Again'],
        [page.getByLabel('Email address', { exact: true }), email],
        [page.getByLabel('Password', { exact: true }), password],
        [page.getByLabel('Confirm password', { exact: true }), password],
      ]);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    },
  },
]);
