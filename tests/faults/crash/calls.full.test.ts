import mysql, { type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postJson } from '#tests/fixtures/json-post.ts';
import { makeKey, signUp } from '#tests/fixtures/sign-up.ts';
import { startApplication, type Application } from '#tests/setup/start-application.ts';
import { audit } from '../audit.ts';
import { CALL_STEPS } from './steps.mjs';
import { awaitCrash, createCrashing, startCrashing } from './crashing-process.ts';

let application: Application;
let connection: mysql.Connection;
let key: string;

beforeAll(async () => {
  application = await startApplication();
  connection = await mysql.createConnection(application.databaseUrl);
  key = await makeKey(application.url, await signUp(application.url, 'caller@example.test'));
}, 300_000);

afterAll(async () => {
  await connection.end();
  await application.stop();
});

/** The text that a streaming client has read when its answer ends, however it ends. */
async function call(url: string): Promise<string> {
  const messages = [{ role: 'user', content: 'Tell me [[sandbox: length=30 pace=10]]' }];
  const body = { model: 'sandbox/small', stream: true, messages };
  const answer = await postJson(`${url}/api/v1/chat/completions`, body, { bearer: key });
  return answer.text();
}

interface Row extends RowDataPacket {
  id: string;
  state: string;
  charged: string | null;
  held: string;
  entries: string | null;
}

/** The calls, oldest first, once all of them have ended. */
async function endedCalls(): Promise<Row[]> {
  const read = async () => {
    const [rows] = await connection.query<Row[]>(
      `SELECT id, state, charged_micro AS charged, held_micro AS held,
         (SELECT SUM(amount_micro) FROM ledger_entries WHERE reference = CONCAT('charge:', generations.id)) AS entries
       FROM generations WHERE target = 'call' ORDER BY id`,
    );
    return rows;
  };
  const isOver = async () => (await read()).every(({ state }) => state !== 'queued' && state !== 'running');
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
  return read();
}

it.each(CALL_STEPS)(
  'a call loses no money: $name',
  async (step) => {
    const before = (await endedCalls()).length;
    if (step.process === 'worker') await application.worker.stop();
    const crashing = await createCrashing(application, step);
    await startCrashing([crashing]);
    const said = call(crashing.url ?? application.url).catch((error: Error) => error);
    await awaitCrash(crashing);
    if (step.process === 'worker') await application.worker.start();
    const heard = await said;

    const [row, ...more] = (await endedCalls()).slice(before);
    expect(more).toEqual([]);
    console.log(`${step.name}: ${row ? `${row.state}, ${row.charged} µ$` : 'no call'}`);
    // A call that was not stored was not accepted.
    const isUnknown = row === undefined;
    expect(isUnknown).toBe(step.name === 'web: before the admission of a call');
    // The client notices that something is missing: never a silent end.
    const wanted = step.process === 'web' ? /terminated|fetch failed/ : /"error":\{|data: \[DONE\]/;
    expect(String(heard)).toMatch(wanted);
    const { charged, held, entries } = row ?? { charged: '0', held: '0', entries: '0' };
    expect(BigInt(entries ?? 0)).toBe(-BigInt(charged ?? 0));
    expect(BigInt(charged ?? 0)).toBeLessThanOrEqual(BigInt(held));
    expect((await audit(application.databaseUrl, { sends: [], replies: new Map() })).problems).toEqual([]);
  },
  180_000,
);
