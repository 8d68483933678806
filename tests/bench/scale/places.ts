import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { PEOPLE, type Person, type Places } from './pages.ts';
import { emailOf } from './seed/people.ts';
import { HEAVIEST, ordinaryUser, type ScaleSize } from './size.ts';
import { PASSWORD } from './stand.ts';

/** This many entries before the end of a ledger. */
const LAST_ENTRIES = 30;

const emailsOf = (size: ScaleSize): Record<Person, string> => ({
  admin: emailOf(size.users),
  heaviest: emailOf(HEAVIEST.user),
  ordinary: emailOf(ordinaryUser(size)),
});

/** Signs in all viewers. @returns their browsers' cookies */
export async function signIn(url: string, size: ScaleSize): Promise<Record<Person, string>> {
  const emails = emailsOf(size);
  const cookies = PEOPLE.map(async (who) => {
    const browser = new PlainBrowser(url);
    const body = new URLSearchParams({ email: emails[who], password: PASSWORD });
    const answer = await browser.send('/login', { method: 'POST', body });
    if (answer.status !== 302) throw new Error(`The sign-in of ${who} was answered with ${answer.status}`);
    return [who, browser.cookieHeader('/')] as const;
  });
  return Object.fromEntries(await Promise.all(cookies)) as Record<Person, string>;
}

/** Reads the parts of addresses from the database. */
export async function findPlaces(url: string, size: ScaleSize): Promise<Places> {
  const listed = await fetch(`${url}/api/hub/models?limit=150`);
  const { models, nextCursor } = (await listed.json()) as {
    models: { parlanceId: string }[];
    nextCursor: string;
  };
  const emails = emailsOf(size);
  const cursors = PEOPLE.map(async (who) => [who, await firstEntries(emails[who])] as const);
  return {
    modelCursor: nextCursor,
    modelId: models[0]!.parlanceId,
    ledgerCursors: Object.fromEntries(await Promise.all(cursors)) as Record<Person, string>,
  };
}

/** The cursor contains the balance, too, which is not used here. */
async function firstEntries(email: string): Promise<string> {
  const row = await selectRow<{ id: string }>(
    AUTOCOMMIT,
    `SELECT MAX(id) AS id FROM (SELECT e.id FROM ledger_entries e JOIN accounts a ON a.id = e.account_id
     JOIN users u ON u.id = a.user_id WHERE u.email = ? ORDER BY e.id LIMIT ?) AS first_ones`,
    [email, LAST_ENTRIES],
  );
  return `${row!.id}.0`;
}
