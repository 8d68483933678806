import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { posting } from './calls.ts';
import type { Person, Scene } from './person.ts';

const TABLES = ['users', 'sessions', 'email_tokens', 'drafts', 'messages', 'generations', 'api_keys'];

/** Makes the database refuse every new row: its errors contain the statement with all values. */
async function refuseRows(): Promise<() => Promise<void>> {
  for (const table of TABLES)
    await change(
      AUTOCOMMIT,
      `CREATE TRIGGER refuse_${table} BEFORE INSERT ON ${table} FOR EACH ROW
       SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no row is taken'`,
    );
  return async () => {
    for (const table of TABLES) await change(AUTOCOMMIT, `DROP TRIGGER refuse_${table}`);
  };
}

/**
 * Every action that stores a secret, while nothing can be written.
 * @returns the statuses of the answers
 */
export async function meetErrors(scene: Scene, person: Person, key: string): Promise<number[]> {
  const { origin, canaries } = scene;
  const mend = await refuseRows();
  try {
    const plant = (name: string) => canaries.plant(`${name}, while nothing can be written`);
    const visitor = new PlainBrowser(origin);
    const password = plant('new password');
    const account = { name: 'Ada', email: 'late@example.test', password, confirm_password: password };
    const bearer = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const answers = [
      await visitor.postJson('/api/auth/register', account),
      await visitor.submit('/register', { ...account, username: '' }, '/register'),
      await visitor.postJson('/api/auth/login', { email: person.email, password: person.password }),
      await visitor.submit('/forgot-password', { email: person.email }, '/forgot-password'),
      await fetch(`${origin}/api/drafts/new`, {
        method: 'PUT',
        headers: bearer,
        body: JSON.stringify({ text: plant('draft') }),
      }),
      await fetch(`${origin}/api/api-keys`, { method: 'POST', headers: bearer, body: '{"name":"x"}' }),
      await posting(origin, person.token)('/api/ask/openAI', {
        text: plant('message'),
        model: 'sandbox/small',
        conversationId: null,
      }),
      await posting(origin, key)(
        '/api/v1/chat/completions',
        { model: 'sandbox/small', messages: [{ role: 'user', content: plant('prompt') }] },
        { 'idempotency-key': plant('idempotency key') },
      ),
    ];
    return answers.map(({ status }) => status);
  } finally {
    await mend();
  }
}

/** Actions that need the mail server and the bucket, while neither is there. */
export async function meetAbsence(scene: Scene, person: Person, key: string): Promise<number[]> {
  const { origin, canaries } = scene;
  const visitor = new PlainBrowser(origin);
  const { status: mailed } = await visitor.submit(
    '/forgot-password',
    { email: person.email },
    '/forgot-password',
  );
  const content = canaries.plant('prompt without a bucket') + 'word '.repeat(20_000);
  const call = await posting(origin, key)('/api/v1/chat/completions', {
    model: 'sandbox/small',
    messages: [{ role: 'user', content }],
  });
  return [mailed, call.status];
}
