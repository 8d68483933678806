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

/** Follows the link in the text of a mail. */
async function followLink({ visit }: Visitor, text: string | undefined): Promise<void> {
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '');
  await visit(pathname + search);
}

runThreeWays('verification', [
  {
    name: 'confirm the e-mail address by the link of a second mail; the first one is worth nothing then',
    typesNothing: true,
    page: () => ({ origin: web.origin }),
    async act(visitor) {
      const { page, visit } = visitor;
      const { email } = await signUp(page);
      const first = await mailbox.next(email);
      await visit('/settings/sign-in');
      await page.getByText('Not confirmed yet').waitFor();
      await page.getByRole('button', { name: 'Resend the link' }).click();
      await page.getByText('We’ve sent a new link.').waitFor();
      await expect.poll(() => mailbox.mails.filter(({ to }) => to?.[0]?.address === email).length).toBe(2);
      const second = await mailbox.next(email);
      await followLink(visitor, second.text);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Your email address is confirmed.').waitFor();
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
      await visit('/settings/sign-in');
      await page.getByText('Confirmed', { exact: true }).waitFor();
      await followLink(visitor, first.text);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('This link is no longer valid.').waitFor();
    },
  },
]);
