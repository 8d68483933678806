import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailEndpointOff } from '#app/core/notices/notices.ts';
import { switchEndpoint } from '#app/core/webhooks/endpoint-changes.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { openMailbox, type Mailbox } from '#tests/setup/mailbox.ts';
import { webhookStage } from './stage.ts';

let mailbox: Mailbox;
// Before the first setting is read.
beforeAll(async () => {
  mailbox = await openMailbox();
  Object.assign(process.env, { SMTP_URL: mailbox.url, APP_TITLE: 'Parlance', APP_URL: 'https://hub.test' });
});
const stage = webhookStage();
beforeEach(() => {
  mailbox.mails.length = 0;
});
afterAll(() => mailbox.close());

/** A user whose webhook was switched off. */
async function offOwner(locale: string) {
  const owner = await stage.owner();
  await change(AUTOCOMMIT, 'UPDATE users SET email_verified_at = NOW(3), locale = ? WHERE id = ?', [
    locale,
    owner.userId,
  ]);
  await change(AUTOCOMMIT, 'UPDATE webhook_endpoints SET switched_off_at = NOW(3) WHERE id = ?', [
    owner.endpointId,
  ]);
  const user = await selectRow<{ email: string }>(AUTOCOMMIT, 'SELECT email FROM users WHERE id = ?', [
    owner.userId,
  ]);
  return { ...owner, email: user!.email };
}

it('says once which webhook was switched off, and where to switch it on again', async () => {
  const { endpointId, email } = await offOwner('en-US');
  await mailEndpointOff({ endpointId });
  await mailEndpointOff({ endpointId });
  const [mail, ...more] = await mailbox.taken();
  expect(more).toEqual([]);
  expect(mail!.to).toMatchObject([{ address: email }]);
  expect(mail!.subject).toBe('Parlance: your webhook Mine was turned off');
  expect(mail!.text).toContain(stage.receiver().url);
  expect(mail!.text).toContain(`https://hub.test/keys/webhooks/${endpointId}`);
  expect(mail!.text).not.toContain('{{');
});

it.each(['ar-EG', 'ja-JP'])('is written in %s', async (locale) => {
  const { endpointId } = await offOwner(locale);
  await mailEndpointOff({ endpointId });
  const [mail] = await mailbox.taken();
  expect(mail!.text).toMatch(/[؀-ۿ぀-ヿ]/u);
  expect(mail!.text).not.toContain('{{');
});

it('is not sent for one that is on again, or was never off', async () => {
  const owner = await offOwner('en-US');
  await switchEndpoint(owner, true);
  await mailEndpointOff({ endpointId: owner.endpointId });
  await mailEndpointOff({ endpointId: (await stage.owner()).endpointId });
  expect(await mailbox.taken()).toEqual([]);
});
