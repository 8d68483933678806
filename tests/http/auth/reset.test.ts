import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueEmailToken } from '#app/core/accounts/credentials/email-tokens.ts';
import { redis } from '#app/core/platform/redis.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { openMailbox, type Mailbox } from '#tests/setup/mailbox.ts';
import { PlainBrowser, unescape } from '#tests/setup/plain-browser.ts';
import { sharedWeb } from '#tests/setup/shared-web.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';

const NEW = 'a brand new password';
const newPassword = { password: NEW, confirm_password: NEW };
const UNKNOWN =
  'There was a problem resetting your password. There was no user found with the email address provided. Please try again.';

let web: WebProcess;
beforeEach(() => redis().flushDb());

const login = (email: string, password: string) =>
  new PlainBrowser(web.origin).postJson('/api/auth/login', { email, password });

const askFor = (email: string, language?: string) =>
  new PlainBrowser(web.origin, { language }).submit('/forgot-password', { email }, '/forgot-password');

/** The path of a reset link in a text. */
const linkIn = (text: string) =>
  unescape(/\/reset-password\?token=[\w-]+(?:&amp;|&)userId=[\w-]+/.exec(text)?.[0] ?? '');

describe('if only this machine can connect', () => {
  beforeAll(async () => {
    web = await sharedWeb();
  });

  it('shows the link, sets the password once, and ends all sessions', async () => {
    const { email } = await createAccountWithPassword();
    const signedIn = new PlainBrowser(web.origin);
    await signedIn.submit('/login', { email, password: PASSWORD }, '/login');
    const link = linkIn((await askFor(email)).body);
    const browser = new PlainBrowser(web.origin);
    const done = await browser.submit(link, newPassword, '/reset-password');
    expect(done.status).toBe(200);
    expect(done.body).toContain('Your password has been reset.');
    expect(done.body).toMatch(/href="\/login"/);
    expect((await signedIn.get('/api/user')).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, NEW)).status).toBe(200);
    const again = await browser.get(link);
    expect(again.body).toContain('This password reset token is no longer valid.');
    expect(again.body).toMatch(/href="\/forgot-password"/);
  });

  it('stores only a hash of the link', async () => {
    const { email } = await createAccountWithPassword();
    const token = new URL(linkIn((await askFor(email)).body), web.origin).searchParams.get('token') ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await selectRows<{ token_hash: string }>(AUTOCOMMIT, 'SELECT token_hash FROM email_tokens');
    expect(rows.map((row) => row.token_hash)).not.toContain(token);
    expect(web.output()).not.toContain(token);
  });

  it('admits exactly one of ten concurrent resets with one link', async () => {
    const { email, userId } = await createAccountWithPassword();
    const token = await issueEmailToken(AUTOCOMMIT, { userId, purpose: 'reset' });
    const passwords = Array.from({ length: 10 }, (_, number) => `password number ${number}`);
    const answers = await Promise.all(
      passwords.map((password) =>
        new PlainBrowser(web.origin).postJson('/api/auth/resetPassword', {
          token,
          userId,
          password,
          confirm_password: password,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 400),
    ]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await login(email, winner)).status).toBe(200);
  });

  it('invalidates earlier links when one is used', async () => {
    const { email } = await createAccountWithPassword();
    const [older, newer] = [linkIn((await askFor(email)).body), linkIn((await askFor(email)).body)];
    await new PlainBrowser(web.origin).submit(newer, newPassword, '/reset-password');
    expect((await new PlainBrowser(web.origin).get(older)).body).toContain('no longer valid');
  });

  it('refuses a link after half an hour, of another user, or of another purpose', async () => {
    const { userId } = await createAccountWithPassword();
    const other = await createAccountWithPassword();
    const old = new Date(Date.now() - 30 * 60_000 - 1000);
    const links = [
      { userId, token: await issueEmailToken(AUTOCOMMIT, { userId, purpose: 'reset' }, old) },
      { userId: other.userId, token: await issueEmailToken(AUTOCOMMIT, { userId, purpose: 'reset' }) },
      { userId, token: await issueEmailToken(AUTOCOMMIT, { userId, purpose: 'verify' }) },
      { userId, token: 'made up' },
    ];
    for (const link of links) {
      const answer = await new PlainBrowser(web.origin).postJson('/api/auth/resetPassword', {
        ...link,
        ...newPassword,
      });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({
        message: 'This password reset token is no longer valid.',
        error: { code: 'invalid_reset_token' },
      });
    }
  });

  it.each([
    ['', 'Unable to process: No valid reset token'],
    ['?userId=x', 'Unable to process: No valid reset token'],
    ['?token=x', 'Unable to process: No valid user id'],
  ])('reports the error of the address %j', async (query, message) => {
    const page = await new PlainBrowser(web.origin).get(`/reset-password${query}`);
    expect(page.body).toContain(message);
    expect(page.body).toMatch(/<button[^>]*type="submit"[^>]*disabled=""/);
  });

  it.each([
    [{ password: 'short', confirm_password: 'short' }, 'Password must be at least 8 characters'],
    [{ password: NEW, confirm_password: 'other password' }, 'Passwords do not match'],
    [{ password: '', confirm_password: '' }, 'Password is required'],
  ])('checks %j without using up the link', async (fields, message) => {
    const { email } = await createAccountWithPassword();
    const link = linkIn((await askFor(email)).body);
    const wrong = await new PlainBrowser(web.origin).submit(link, fields, '/reset-password');
    expect(wrong.status).toBe(400);
    expect(wrong.body).toContain(message);
    expect((await new PlainBrowser(web.origin).submit(link, newPassword, '/reset-password')).body).toContain(
      'has been reset',
    );
  });

  it('reports that there is no such user, if the link itself would reveal it anyway', async () => {
    const answer = await askFor('nobody@example.test');
    expect(answer.status).toBe(404);
    expect(answer.body).toContain(UNKNOWN);
  });

  it.each([
    ['', 'Email is required'],
    ['a@', 'Email must be at least 3 characters'],
    ['abc', 'You must enter a valid email address'],
    [`${'x'.repeat(120)}@mail.test`, 'Email must be at most 120 characters'],
  ])('checks the address %j', async (email, message) => {
    const answer = await askFor(email);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(message);
  });

  it('answers the call with the link', async () => {
    const { email } = await createAccountWithPassword();
    const answer = await new PlainBrowser(web.origin).postJson('/api/auth/requestPasswordReset', { email });
    expect(answer.json<{ link: string }>().link).toMatch(
      new RegExp(`^${web.origin}/reset-password\\?token=`),
    );
  });
});

// The default run has the call of the API in api/hosts.test.ts.
describe.each(IS_FULL ? ['outside'] : [])('if the application is reached from %s', () => {
  // The default run has the call of the API in api/hosts.test.ts.
  it.each(IS_FULL ? ['without mail'] : [])(
    'never shows a link %s, and answers every address alike',
    async () => {
      web = await startWebProcess({ APP_URL: 'https://chat.example.test' });
      const { email } = await createAccountWithPassword();
      for (const address of [email, 'nobody@example.test']) {
        const answer = await askFor(address);
        expect(answer.status).toBe(200);
        expect(answer.body).toContain('Ask its administrator');
        expect(linkIn(answer.body)).toBe('');
      }
      expect(
        await selectRows(
          AUTOCOMMIT,
          'SELECT 1 FROM email_tokens WHERE used_at IS NULL AND purpose = ? AND user_id = (SELECT id FROM users WHERE email = ?)',
          ['reset', email],
        ),
      ).toEqual([]);
      const browser = new PlainBrowser(web.origin);
      const secure = await browser.send('/login', {
        method: 'POST',
        body: new URLSearchParams({ email, password: PASSWORD }),
      });
      expect(secure.headers.getSetCookie().join()).toMatch(/parlance_session=[^;]+;.*Secure/);
      expect(secure.headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
      await web.stop();
    },
  );

  it('shows one if the operator allowed it', async () => {
    web = await startWebProcess({ APP_URL: 'https://chat.example.test', ALLOW_INLINE_RESET: 'true' });
    const { email } = await createAccountWithPassword();
    expect(linkIn((await askFor(email)).body)).not.toBe('');
    await web.stop();
  });
});

describe('by mail', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await openMailbox();
    web = await startWebProcess({
      APP_URL: 'https://chat.example.test',
      SMTP_URL: mailbox.url,
      SIGNUP_CREDIT: '250000',
      MAIL_FROM: 'Parlance <hello@chat.example.test>',
      ADMIN_EMAIL: 'boss@example.test',
      LIMIT_RESETS: '3',
    });
  });
  afterAll(async () => {
    await web.stop();
    await mailbox.close();
  });

  const register = (email: string, language = 'en-US') =>
    new PlainBrowser(web.origin, { language }).postJson('/api/auth/register', {
      name: 'Ada <b>Lovelace</b>',
      email,
      password: PASSWORD,
      confirm_password: PASSWORD,
    });

  it('sends a link as text and HTML, under APP_URL, and answers an unknown address alike', async () => {
    const { email } = await createAccountWithPassword();
    const before = mailbox.mails.length;
    const answer = await askFor(email);
    const mail = await mailbox.next(email, before);
    expect(mail.from).toMatchObject({ address: 'hello@chat.example.test', name: 'Parlance' });
    expect(mail.subject).toBe('Reset your Parlance password');
    const [inText, inHtml] = [linkIn(mail.text ?? ''), linkIn(mail.html ?? '')];
    expect(inText).toBe(inHtml);
    expect(mail.text).toContain(`https://chat.example.test${inText}`);
    expect(
      (await new PlainBrowser(web.origin).submit(inText, newPassword, '/reset-password')).body,
    ).toContain('has been reset');

    const unknown = await askFor('nobody@example.test');
    expect(unknown.status).toBe(answer.status);
    expect(mainOf(unknown.body)).toBe(mainOf(answer.body));
    expect(mailbox.mails).toHaveLength(before + 1);
  });

  it('does not flood a mailbox', async () => {
    const { email } = await createAccountWithPassword();
    const statuses = [];
    for (let tried = 0; tried < 4; tried += 1) statuses.push((await askFor(email)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it.each([
    ['ja-JP', 'メールアドレスの確認', 'ltr'],
    ['ar-EG', 'تأكيد بريدك الإلكتروني', 'rtl'],
  ])('asks a new user to confirm the address, in %s', async (language, words, direction) => {
    const email = `new-${language.toLowerCase()}@example.test`;
    expect((await register(email, language)).status).toBe(201);
    const mail = await mailbox.next(email);
    expect(mail.subject).toContain(words);
    expect(mail.html).toContain(`dir="${direction}"`);
    expect(mail.html).not.toContain('<b>Lovelace</b>');
  });

  it('confirms an address once, and not by opening the link only', async () => {
    const email = 'boss@example.test';
    const { user, token } = (await register(email)).json<{ user: { role: string }; token: string }>();
    const authorization = `Bearer ${token}`;
    // A user who registers with the administrator's address has not proved that it is theirs.
    expect(user).toMatchObject({ role: 'USER', emailVerified: false });
    const text = (await mailbox.next(email)).text ?? '';
    const link = /\/verify-email\?\S+/.exec(text)?.[0] ?? '';
    const browser = new PlainBrowser(web.origin);
    await browser.get(link);
    const look = async () => (await browser.send('/api/user', { headers: { authorization } })).json();
    expect(await look()).toMatchObject({ emailVerified: false });
    const balance = async () => (await browser.send('/api/balance', { headers: { authorization } })).body;
    expect(await balance(), 'credit is for a proved address').toBe('0');
    expect((await browser.submit(link, {}, '/verify-email')).body).toContain(
      'Your email address is confirmed',
    );
    expect(await look()).toMatchObject({ emailVerified: true, role: 'ADMIN' });
    expect(await balance()).toBe('250000');
    expect((await browser.submit(link, {}, '/verify-email')).body).toContain('This link is no longer valid');
    expect(await balance()).toBe('250000');
  });
});

/** The page's content, without the parts that differ between answers. */
function mainOf(html: string): string {
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
}
