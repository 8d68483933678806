import mysql, { type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countText } from '#app/sandbox/providers/tokens.ts';
import { startApplication, type Application } from '#tests/setup/start-application.ts';
import { audit } from './audit.ts';
import { readEnds } from './crash/read-ends.ts';
import { createPerson, type Person } from './crowd/person.ts';
import type { Recordings, ReplyRecording } from './crowd/recording.ts';
import { allEnded } from './round.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';

const WAIT = { timeout: 60_000, interval: 20 };

let application: Application;
let connection: mysql.Connection;
let person: Person;
const recordings: Recordings = { sends: [], replies: new Map() };

// A killed worker is noticed by its closed connections, not by the end of a lease of ten minutes.
beforeAll(async () => {
  application = await startApplication({ env: { RUN_LEASE_MS: '600000' } });
  connection = await mysql.createConnection(application.databaseUrl);
  person = await createPerson(() => application.url, recordings);
}, 300_000);

afterAll(async () => {
  person.leave();
  await connection.end();
  await application.stop();
});

interface Growing {
  generationId: string;
  /** The part of it that its reader has seen. */
  reply: () => ReplyRecording | undefined;
  /** Lets the provider output the rest. */
  open: () => Promise<void>;
}

/** Sends a message whose reply waits at a gate after `shown`. Resolves when its reader has seen that much. */
async function growing(shown: string, rest: string, gate: string): Promise<Growing> {
  const { waiting, open } = sandboxGate(application.sandboxUrl, gate);
  const directive = `text="${shown}${rest}" hold=${countText(shown)} gate=${gate} pace=0`;
  const { acknowledged } = await person.send(`Tell me [[sandbox: ${directive}]]`);
  const { generationId } = acknowledged!;
  const reply = () => recordings.replies.get(generationId);
  await expect.poll(() => reply()?.text, WAIT).toBe(shown);
  await expect.poll(waiting, WAIT).toBe(1);
  return { generationId, reply, open };
}

/** The row of a reply: its text is that of the last checkpoint while the reply is running. */
async function rowOf({ generationId }: Growing) {
  const sql = 'SELECT state, text FROM generations WHERE id = ?';
  type Row = RowDataPacket & { state: string; text: string | null };
  const [[row]] = await connection.query<Row[]>(sql, [generationId]);
  return row!;
}

/**
 * Every reply has ended as its reader saw it, was charged once, and nothing is held. @returns how this one
 * ended
 */
async function expectNothingLost({ generationId }: Growing) {
  await allEnded(recordings, application.databaseUrl);
  expect((await audit(application.databaseUrl, recordings)).problems).toEqual([]);
  return (await readEnds(application.databaseUrl)).get(generationId);
}

it('kill -9 of web in mid-stream: the worker continues, and the reader reconnects for the rest', async () => {
  const first = await growing('One two three', ' four five six', 'first');
  const second = await growing('Two four six', ' eight ten', 'second');
  await application.web.kill('SIGKILL');
  // One reply ends while no web process is running, the other after its reader has reconnected.
  await first.open();
  await expect.poll(async () => (await rowOf(first)).state, WAIT).toBe('done');
  await application.web.start();
  await expect.poll(() => first.reply()?.end, WAIT).not.toBeNull();
  await second.open();
  for (const reply of [first, second])
    expect(await expectNothingLost(reply)).toMatchObject({ state: 'done', attempt: 1 });
  expect(first.reply()?.text).toBe('One two three four five six');
  expect(second.reply()?.text).toBe('Two four six eight ten');
});

it('kill -9 of the worker in mid-stream: the next one continues from the text that the reader has seen', async () => {
  // The next worker asks the sandbox to continue this text, and it obeys the directive in it.
  const shown = 'One two [[sandbox: text=,four gate=worker]] three';
  const reply = await growing(shown, ' that is never said', 'worker');
  // Before its first checkpoint no worker continues it.
  await expect.poll(async () => (await rowOf(reply)).text, WAIT).toBe(shown);
  await application.worker.kill('SIGKILL');
  await application.worker.start();
  await expect.poll(sandboxGate(application.sandboxUrl, 'worker').waiting, WAIT).toBe(1);
  expect(reply.reply()).toMatchObject({ text: shown, end: null });
  await reply.open();
  expect(await expectNothingLost(reply)).toMatchObject({ state: 'done', attempt: 3 });
  expect(reply.reply()?.text).toBe(`${shown},four`);
});
