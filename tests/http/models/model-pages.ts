import { afterAll, beforeAll, expect } from 'vitest';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useWeb } from '#tests/setup/web.ts';

const FOUR_TIMES = { rules: [{ rates: { input: 4_000_000n, output: 16_000_000n } }] };
const BY_LENGTH = {
  rules: [
    { rates: { input: 1_000_000n, output: 4_000_000n } },
    { when: { promptTokensAbove: 200_000 }, rates: { input: 2_000_000n } },
  ],
};
const PICTURES = { rules: [{ rates: { firstMegapixel: 30_000_000_000n, megapixel: 15_000_000_000n } }] };
export const HOSTILE = '<script>alert(1)</script>';

/** The web process of these tests, with three models: one that answers, and two that no call can use. */
export function useModelPages() {
  beforeAll(async () => {
    await emptyTables();
    await createModel({
      offers: [
        { provider: 'sandbox-b', price: FOUR_TIMES },
        { provider: 'sandbox', price: BY_LENGTH },
      ],
    });
    await createModel({
      id: 'acme/painter',
      name: 'Painter',
      supports: ['text-to-image'],
      offers: [{ provider: 'bfl', dialect: 'ideogram', price: PICTURES }],
    });
    await createModel({
      id: 'acme/hostile',
      name: HOSTILE,
      // No key for it is set up.
      offers: [{ provider: 'anthropic', price: FOUR_TIMES }],
    });
    await change(
      AUTOCOMMIT,
      "UPDATE models SET shutdown_on = '2999-01-14', description = 'Answers quickly.' WHERE id = ?",
      [TEST_MODEL],
    );
    await insertRow('model_aliases', {
      alias: 'sandbox/tiny',
      model_id: TEST_MODEL,
      retired_on: '2026-10-23',
      created_at: new Date('2026-10-01'),
    });
  });
  const web = useWeb();
  afterAll(() => emptyTables());

  /** A page for a reader without scripts. */
  async function pageOf(
    path: string,
    { status = 200, language = 'en-US', userId = '' } = {},
  ): Promise<string> {
    const ask = userId ? web.as(userId) : (to: string, init: RequestInit) => fetch(web.origin() + to, init);
    const answer = await ask(path, { headers: { 'accept-language': language } });
    expect(answer.status).toBe(status);
    return (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
  }

  return { web, pageOf };
}

/** The text of a page, without its tags. */
export const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

/** The addresses of the cards' models. */
export const cardsOf = (html: string) =>
  [...html.matchAll(/<h2[^>]*><a[^>]*href="([^"]+)"/g)].map(([, to]) => to);
