import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import { countOffers } from '#app/core/generation/report/offer-hours.ts';
import { readFigures, recentSpeeds } from '#app/core/generation/report/figures.ts';
import { newId } from '#app/core/platform/ids.ts';
import { bind, change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Half past an hour, so that an hour more or less is in another hour. */
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 30 * MINUTE_MS;

beforeEach(async () => {
  await change(AUTOCOMMIT, 'DELETE FROM generations');
  await change(AUTOCOMMIT, 'DELETE FROM offer_hours');
});

interface Call {
  offerId: string;
  /** Milliseconds before NOW. */
  ago: number;
  firstTokenMs?: number;
  answerMs?: number;
  tokens?: number;
  fails?: boolean;
  open?: boolean;
}

/** A call that began then, and its end unless it is still open. */
async function makeCall(call: Call): Promise<string> {
  const {
    offerId,
    ago,
    firstTokenMs = 500,
    answerMs = 2000,
    tokens = 100,
    fails = false,
    open = false,
  } = call;
  const at = NOW - ago;
  const attempt: Attempt = {
    offerId,
    provider: 'sandbox',
    model: 'm',
    ms: firstTokenMs,
    answered: !fails,
    errorCode: fails ? 'provider_unavailable' : null,
    status: null,
  };
  const id = v7({ msecs: at });
  const ends = [new Date(at + firstTokenMs), open ? null : new Date(at + firstTokenMs + answerMs)];
  await change(
    AUTOCOMMIT,
    `INSERT INTO generations (id, target, kind, state, user_id, endpoint, provider, model, upstream_model, offer_id,
       attempts, counted_tokens, max_output_tokens, estimated_prompt_tokens, created_at, first_token_at, finished_at)
     VALUES (?)`,
    [
      [
        id,
        'call',
        'api',
        open ? 'running' : fails ? 'failed' : 'done',
        newId(),
        'api',
        'sandbox',
        'm',
        'm',
        offerId,
        JSON.stringify([attempt]),
        tokens,
        100,
        1,
        new Date(at),
        ...ends,
      ],
    ],
  );
  return id;
}

const figuresOf = async (offerId: string) => (await readFigures(AUTOCOMMIT, [offerId], NOW)).get(offerId);

describe('the figures of an offer', () => {
  it('cover its own calls over a day and over a month', async () => {
    const [offerId, other] = [newId(), newId()];
    await makeCall({ offerId, ago: MINUTE_MS, firstTokenMs: 300 });
    await makeCall({ offerId, ago: 5 * HOUR_MS, firstTokenMs: 500, answerMs: 1000, tokens: 20 });
    await makeCall({ offerId, ago: 20 * HOUR_MS, fails: true });
    await makeCall({ offerId, ago: 3 * DAY_MS, firstTokenMs: 1600 });
    await makeCall({ offerId, ago: 40 * DAY_MS, fails: true });
    await makeCall({ offerId: other, ago: HOUR_MS, fails: true });
    await countOffers(new Date(NOW));
    expect(await figuresOf(offerId)).toEqual({
      day: { calls: 3, uptime: 2 / 3, firstTokenMs: 400, tokensPerSecond: 40 },
      month: { calls: 4, uptime: 3 / 4, firstTokenMs: 800, tokensPerSecond: 44 },
    });
    expect(await figuresOf(other)).toMatchObject({ day: { calls: 1, uptime: 0, firstTokenMs: null } });
    expect(await figuresOf(newId())).toBeUndefined();
    expect(await readFigures(AUTOCOMMIT, [], NOW)).toEqual(new Map());
    expect([...(await recentSpeeds(NOW))].filter(([id]) => id === offerId)).toEqual([[offerId, 40]]);
  });

  it('are the same however often they are counted, and by how many at once', async () => {
    const offerId = newId();
    for (const ago of [MINUTE_MS, 2 * HOUR_MS, 2 * DAY_MS]) await makeCall({ offerId, ago });
    await Promise.all([countOffers(new Date(NOW)), countOffers(new Date(NOW))]);
    const before = await figuresOf(offerId);
    await countOffers(new Date(NOW + 5 * MINUTE_MS));
    await countOffers(new Date(NOW + HOUR_MS));
    expect(before?.month.calls).toBe(3);
    expect(await figuresOf(offerId)).toEqual(before);
  });

  it('include calls that end after their hour was counted, once that hour is over', async () => {
    const offerId = newId();
    const late = await makeCall({ offerId, ago: MINUTE_MS, open: true });
    await countOffers(new Date(NOW));
    expect(await figuresOf(offerId)).toBeUndefined();
    await change(AUTOCOMMIT, "UPDATE generations SET state = 'done', finished_at = ? WHERE id = ?", [
      new Date(NOW + 40 * MINUTE_MS),
      late,
    ]);
    await countOffers(new Date(NOW + 45 * MINUTE_MS));
    expect((await figuresOf(offerId))?.day.calls).toBe(1);
  });

  it('are counted by one worker for all', async () => {
    await countOffers(new Date(NOW));
    const offerId = newId();
    await makeCall({ offerId, ago: MINUTE_MS });
    await countOffers(new Date(NOW + 3 * MINUTE_MS));
    expect(await figuresOf(offerId)).toBeUndefined();
    await countOffers(new Date(NOW + 4 * MINUTE_MS));
    expect((await figuresOf(offerId))?.day.calls).toBe(1);
  });

  it('are deleted after a month', async () => {
    const offerId = newId();
    await makeCall({ offerId, ago: MINUTE_MS });
    await countOffers(new Date(NOW));
    const hours = () =>
      selectRows(AUTOCOMMIT, 'SELECT hour_at FROM offer_hours WHERE offer_id = ?', [offerId]);
    const age = (days: number) =>
      change(AUTOCOMMIT, 'UPDATE offer_hours SET hour_at = hour_at - INTERVAL ? DAY WHERE offer_id = ?', [
        days,
        offerId,
      ]);
    await change(AUTOCOMMIT, 'DELETE FROM generations');
    await age(30);
    await countOffers(new Date(NOW + HOUR_MS));
    expect(await hours()).toHaveLength(1);
    await age(2);
    await countOffers(new Date(NOW + 2 * HOUR_MS));
    expect(await hours()).toEqual([]);
  });
});

it('reads an hour of the table by its primary key alone, however many rows there are', async () => {
  const offerId = newId();
  for (const ago of [MINUTE_MS, DAY_MS, 3 * DAY_MS, 9 * DAY_MS]) await makeCall({ offerId, ago });
  const [plan] = await selectRows<{ key: string; type: string }>(
    AUTOCOMMIT,
    bind(
      `EXPLAIN SELECT id FROM generations WHERE id > ? AND id < ? AND finished_at IS NOT NULL AND attempts IS NOT NULL
       ORDER BY id LIMIT 1000`,
      [v7({ msecs: NOW - HOUR_MS }), v7({ msecs: NOW })],
    ),
  );
  expect(plan).toMatchObject({ key: 'PRIMARY', type: 'range' });
});
