import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { Application } from '#tests/setup/start-application.ts';
import { createPerson, type Person } from './crowd/person.ts';
import type { Recordings } from './crowd/recording.ts';
import type { Random } from './random.ts';
import type { Strike } from './strikes.ts';

/** In which phase the strike found the replies of a round. */
export interface Phases {
  queued: number;
  beforeFirstToken: number;
  midStream: number;
  ending: number;
}

const PERSONS = 5;
const LONG_REPLIES = 25;
const SHORT_REPLIES = 8;
const PATIENCE_MS = 90_000;

/** Replies of every length and pace run, something dies among them, and everyone waits for the end. */
export async function playRound(
  application: Application,
  strike: Strike,
  random: Random,
): Promise<{ recordings: Recordings; phases: Phases }> {
  const recordings: Recordings = { sends: [], replies: new Map() };
  const persons = await Promise.all(
    Array.from({ length: PERSONS }, () => createPerson(() => application.url, recordings)),
  );
  const sent = Array.from({ length: LONG_REPLIES }, (_, index) =>
    persons[index % PERSONS]!.send(longText(random)),
  );
  await growing(application.databaseUrl);
  await pause(random.whole(0, 900));
  // These end, or wait in the queue, at the moment of the strike.
  sent.push(
    ...Array.from({ length: SHORT_REPLIES }, (_, index) => persons[index % PERSONS]!.send(shortText(random))),
  );
  await pause(random.whole(0, 200));
  const phases = await countPhases(application.databaseUrl);
  await strike.strike(application);
  await pause(random.whole(0, 800));
  await strike.heal(application);
  await Promise.all(sent);
  await allEnded(recordings, application.databaseUrl);
  for (const person of persons) leave(person);
  return { recordings, phases };
}

function leave(person: Person): void {
  person.leave();
}

function longText(random: Random): string {
  const directive = [
    `length=${random.whole(40, 160)}`,
    `pace=${random.whole(5, 40)}`,
    `delay=${random.pick([0, 0, 0, 400, 1500])}`,
    random.pick(['', '', 'usage=missing', 'split=3']),
  ].join(' ');
  return `Tell me about ${random.pick(['rivers', 'clocks', 'bread', 'the moon'])} [[sandbox: ${directive.trim()}]]`;
}

function shortText(random: Random): string {
  return `Briefly [[sandbox: length=${random.whole(1, 6)} pace=${random.whole(0, 3)}]]`;
}

/** Waits until enough replies of the round are in mid-stream to be hit there. */
async function growing(databaseUrl: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { midStream } = await countPhases(databaseUrl);
    if (midStream >= LONG_REPLIES / 3) return;
    await pause(50);
  }
}

async function countPhases(databaseUrl: string): Promise<Phases> {
  const connection = await mysql.createConnection(databaseUrl);
  const [[row]] = await connection.query<({ [Phase in keyof Phases]: string } & RowDataPacket)[]>(`
    SELECT COALESCE(SUM(state = 'queued'), 0) AS queued,
      COALESCE(SUM(state = 'running' AND first_token_at IS NULL), 0) AS beforeFirstToken,
      COALESCE(SUM(state = 'running' AND first_token_at IS NOT NULL), 0) AS midStream,
      COALESCE(SUM(finished_at > NOW(3) - INTERVAL 100000 MICROSECOND), 0) AS ending
    FROM generations WHERE kind = 'chat'`);
  await connection.end();
  return {
    queued: Number(row!.queued),
    beforeFirstToken: Number(row!.beforeFirstToken),
    midStream: Number(row!.midStream),
    ending: Number(row!.ending),
  };
}

/** Every acknowledged reply was seen to its end, and no run is left (titles too). */
async function allEnded({ sends, replies }: Recordings, databaseUrl: string): Promise<void> {
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const seen = sends.every(
        ({ acknowledged }) => acknowledged && replies.get(acknowledged.generationId)?.end,
      );
      const [[open]] = await connection.query<({ n: string } & RowDataPacket)[]>(
        `SELECT COUNT(*) AS n FROM generations WHERE state IN ('queued', 'running')`,
      );
      if (seen && Number(open!.n) === 0) return;
      await pause(200);
    }
  } finally {
    await connection.end();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
