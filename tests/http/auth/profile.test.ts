import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueEmailToken } from '#app/core/accounts/credentials/email-tokens.ts';
import { redis } from '#app/core/platform/redis.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { openMailbox, type Mailbox } from '#tests/setup/mailbox.ts';
import { PlainBrowser, unescape, type PlainAnswer } from '#tests/setup/plain-browser.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';

const ACCOUNT = '/settings/account';
const SIGN_IN = '/settings/sign-in';
const TAKEN = 'There is already an account with this email address';

let web: WebProcess;
beforeEach(() => redis().flushDb());

let number = 0;
const freeAddress = () => `new-${Date.now().toString(36)}-${(number += 1)}@example.test`;

async function signIn(email: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(web.origin);
  await browser.submit('/login', { email, password: PASSWORD }, '/login');
  return browser;
}

const act = (browser: PlainBrowser, fields: Record<string, string>) =>
  browser.send(fields.act === 'profile' ? ACCOUNT : SIGN_IN, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
const changeEmail = (browser: PlainBrowser, email: string, password = PASSWORD) =>
  act(browser, { act: 'email', email, current_password: password });
const me = async (browser: PlainBrowser) => (await browser.get('/api/user')).json();
const audited = (userId: string) =>
  selectRows<{ action: string; detail: string | null }>(
    AUTOCOMMIT,
    'SELECT action, detail FROM audit_entries WHERE subject_id = ?',
    [userId],
  );
const inOrder = (answers: PlainAnswer[]) =>
  answers.map(({ status }) => status).sort((one, other) => one - other);
const words = ({ body }: PlainAnswer) => unescape(body.replace(/<[^>]+>/g, ' '));

describe('the profile, without mail', () => {
  beforeAll(async () => {
    web = await sharedWeb();
  });

  it('stores name and username, and shows their initials', async () => {
    const { email } = await createAccountWithPassword();
    const browser = await signIn(email);
    const saved = await act(browser, { act: 'profile', name: '  Grace <b>Hopper ', username: 'grace' });
    expect([saved.status, saved.location]).toEqual([302, ACCOUNT]);
    expect(await me(browser)).toMatchObject({ name: 'Grace <b>Hopper', username: 'grace' });
    const page = await browser.get(ACCOUNT);
    expect(page.body).toContain('Grace &lt;b&gt;Hopper');
    expect(page.body).toMatch(/aria-hidden="true"[^>]*>G&lt;</);
    expect(words(page)).toContain('Your profile has been saved.');
    await act(browser, { act: 'profile', name: 'Grace Hopper', username: ' ' });
    expect(await me(browser)).toMatchObject({ name: 'Grace Hopper', username: null });
  });

  it.each([
    [{ name: 'Al' }, 'Name must be at least 3 characters'],
    [{ name: 'x'.repeat(81) }, 'Name must be at most 80 characters'],
    [{ name: '' }, 'Name is required'],
    [{ username: 'a' }, 'Username must be at least 2 characters'],
    [{ username: 'x'.repeat(81) }, 'Username must be at most 80 characters'],
  ])('refuses %j and keeps the typed values', async (wrong, message) => {
    const { email } = await createAccountWithPassword({ name: 'Ada Lovelace' });
    const browser = await signIn(email);
    const fields = { name: 'Another Name', username: 'another', ...wrong };
    const answer = await act(browser, { act: 'profile', ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(message);
    for (const typed of Object.values(fields).filter(Boolean))
      expect(answer.body).toContain(`value="${typed}"`);
    expect(await me(browser)).toMatchObject({ name: 'Ada Lovelace', username: null });
  });

  it('gives a username to exactly one of many who request it at once', async () => {
    const username = `wanted-${Date.now().toString(36)}`;
    const browsers = await Promise.all(
      Array.from({ length: 6 }, async () => signIn((await createAccountWithPassword()).email)),
    );
    const answers = await Promise.all(
      browsers.map((browser) => act(browser, { act: 'profile', name: 'Some Name', username })),
    );
    expect(inOrder(answers)).toEqual([302, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toContain('This username is already in use');
  });

  it('changes the address at once, unconfirmed, audited, without signing out', async () => {
    const { email, userId } = await createAccountWithPassword();
    const [here, there] = await Promise.all([signIn(email), signIn(email)]);
    const wanted = freeAddress();
    const reset = await issueEmailToken(AUTOCOMMIT, { userId, purpose: 'reset' });
    expect((await changeEmail(here, ` ${wanted.toUpperCase()} `)).location).toBe(SIGN_IN);
    for (const browser of [here, there]) expect(await me(browser)).toMatchObject({ email: wanted });
    const row = await selectRow<{ email_verified_at: Date | null; role: string }>(
      AUTOCOMMIT,
      'SELECT email_verified_at, role FROM users WHERE id = ?',
      [userId],
    );
    expect(row).toEqual({ email_verified_at: null, role: 'USER' });
    expect(await audited(userId)).toEqual([{ action: 'change-email', detail: null }]);
    const stale = await new PlainBrowser(web.origin).get(`/reset-password?token=${reset}&userId=${userId}`);
    expect(stale.body).toContain('This password reset token is no longer valid.');
    const login = (address: string) =>
      new PlainBrowser(web.origin).postJson('/api/auth/login', { email: address, password: PASSWORD });
    expect((await login(email)).status).toBe(401);
    expect((await login(wanted)).status).toBe(200);
  });

  it('makes no administrator of a user who only claims to have the address', async () => {
    const browser = await signIn((await createAccountWithPassword()).email);
    await changeEmail(browser, 'boss@example.test');
    expect(await me(browser)).toMatchObject({ email: 'boss@example.test', role: 'USER' });
  });

  it('requires the password, a valid address, and a different one', async () => {
    const { email } = await createAccountWithPassword();
    const browser = await signIn(email);
    const wrong = await changeEmail(browser, freeAddress(), 'wrong password');
    expect([wrong.status, wrong.body.includes('This isn’t your current password')]).toEqual([401, true]);
    const none = await changeEmail(browser, 'not an address');
    expect([none.status, none.body.includes('You must enter a valid email address')]).toEqual([400, true]);
    expect(none.body).toContain('value="not an address"');
    expect(none.body).not.toContain(PASSWORD);
    const same = await changeEmail(browser, email.toUpperCase());
    expect([same.status, same.body.includes('This is already your address')]).toEqual([400, true]);
    expect(await me(browser)).toMatchObject({ email });
  });

  it('shows the registration error for a taken address, and one of many concurrent requests gets it', async () => {
    const taken = await createAccountWithPassword();
    const browsers = await Promise.all(
      Array.from({ length: 6 }, async () => signIn((await createAccountWithPassword()).email)),
    );
    const refused = await changeEmail(browsers[0]!, taken.email);
    expect([refused.status, refused.body.includes(TAKEN)]).toEqual([409, true]);
    await redis().flushDb();
    const wanted = freeAddress();
    const racing = browsers.map(async (browser) => changeEmail(browser, wanted));
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 302)).toHaveLength(1);
    const owners = await selectRows(AUTOCOMMIT, 'SELECT id FROM users WHERE email = ?', [wanted]);
    expect(owners).toHaveLength(1);
  });

  it('limits password guesses by a stranger with an open browser', async () => {
    const browser = await signIn((await createAccountWithPassword()).email);
    const tries = Array.from({ length: 10 }, () => changeEmail(browser, freeAddress(), 'wrong password'));
    const statuses = inOrder(await Promise.all(tries));
    expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  });
});

describe('the address, if mail can be sent', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await openMailbox();
    web = await startWebProcess({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Parlance <parlance@parlance.test>',
      SIGNUP_CREDIT: '250000',
      ADMIN_EMAIL: 'chief@example.test',
    });
  });
  afterAll(async () => {
    await web.stop();
    await mailbox.close();
  });

  async function linkTo(address: string, after = 0): Promise<string> {
    const { text } = await mailbox.next(address, after);
    const { pathname, search } = new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '');
    return pathname + search;
  }
  const follow = (link: string) => new PlainBrowser(web.origin).submit(link, {});
  const DONE = 'Your email address is confirmed.';
  const OVER = 'This link is no longer valid.';

  it('waits for the link, notifies the current address, and ends no session then', async () => {
    const { email, userId } = await createAccountWithPassword();
    const browser = await signIn(email);
    const wanted = freeAddress();
    expect((await changeEmail(browser, wanted)).status).toBe(302);
    expect(await me(browser)).toMatchObject({ email });
    const waiting = words(await browser.get(SIGN_IN));
    expect(waiting).toContain(`${wanted} isn’t confirmed yet`);
    const notice = await mailbox.next(email);
    expect(notice.text).toContain(wanted);
    expect(notice.text).toContain(SIGN_IN);
    expect(notice.text).not.toContain('token=');
    const link = await linkTo(wanted);
    expect((await new PlainBrowser(web.origin).get(link)).body, 'a look uses nothing up').not.toContain(DONE);
    expect((await follow(link)).body).toContain(DONE);
    expect(await me(browser)).toMatchObject({ email: wanted });
    const row = await selectRow<{ verified: number; balance_micro: string }>(
      AUTOCOMMIT,
      `SELECT u.email_verified_at IS NOT NULL AS verified, a.balance_micro
       FROM users u JOIN accounts a ON a.user_id = u.id WHERE u.id = ?`,
      [userId],
    );
    expect(row).toEqual({ verified: 1, balance_micro: '250000' });
    expect((await audited(userId)).map(({ action }) => action)).toEqual(['change-email']);
    expect((await follow(link)).body).toContain(OVER);
    expect(words(await browser.get(SIGN_IN))).not.toContain('isn’t confirmed yet');
  });

  it('sends the link again, which invalidates the first one, and can be canceled', async () => {
    const browser = await signIn((await createAccountWithPassword()).email);
    const wanted = freeAddress();
    await changeEmail(browser, wanted);
    const first = await linkTo(wanted);
    const before = mailbox.mails.length;
    await act(browser, { act: 'resendEmail' });
    const second = await linkTo(wanted, before);
    expect((await follow(first)).body).toContain(OVER);
    await act(browser, { act: 'cancelEmail' });
    expect(words(await browser.get(SIGN_IN))).not.toContain('isn’t confirmed yet');
    expect((await follow(second)).body).toContain(OVER);
    expect((await act(browser, { act: 'resendEmail' })).status).toBe(302);
    expect(mailbox.mails.filter(({ to }) => to?.[0]?.address === wanted)).toHaveLength(2);
  });

  it('confirms the newest requested address, and no other', async () => {
    const { email } = await createAccountWithPassword();
    const browser = await signIn(email);
    const [first, second] = [freeAddress(), freeAddress()];
    await changeEmail(browser, first);
    const old = await linkTo(first);
    await changeEmail(browser, second);
    expect((await follow(old)).body).toContain(OVER);
    expect((await follow(old.replace('&purpose=change', ''))).body).toContain(OVER);
    expect((await follow(await linkTo(second))).body).toContain(DONE);
    expect(await me(browser)).toMatchObject({ email: second });
  });

  it('does not let a link to the previous address confirm the new one', async () => {
    const { email, userId } = await createAccountWithPassword();
    const browser = await signIn(email);
    const verify = await issueEmailToken(AUTOCOMMIT, { userId, purpose: 'verify' });
    const wanted = freeAddress();
    await changeEmail(browser, wanted);
    expect((await follow(await linkTo(wanted))).body).toContain(DONE);
    expect((await follow(`/verify-email?token=${verify}&userId=${userId}`)).body).toContain(OVER);
  });

  it('gives an address that two wait for to the first who confirms', async () => {
    const wanted = freeAddress();
    const accounts = await Promise.all([createAccountWithPassword(), createAccountWithPassword()]);
    const links: string[] = [];
    for (const { email } of accounts) {
      const before = mailbox.mails.length;
      await changeEmail(await signIn(email), wanted);
      links.push(await linkTo(wanted, before));
    }
    const bodies = (await Promise.all(links.map(follow))).map(({ body }) => body);
    expect(bodies.filter((body) => body.includes(DONE))).toHaveLength(1);
    expect(bodies.filter((body) => body.includes(OVER))).toHaveLength(1);
    const owners = await selectRows(AUTOCOMMIT, 'SELECT id FROM users WHERE email = ?', [wanted]);
    expect(owners).toHaveLength(1);
  });

  it('makes an administrator of the user who confirms the address that the operator named', async () => {
    const browser = await signIn((await createAccountWithPassword()).email);
    await changeEmail(browser, 'chief@example.test');
    await follow(await linkTo('chief@example.test'));
    expect(await me(browser)).toMatchObject({ role: 'ADMIN' });
  });
});
