import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { Application } from '#tests/setup/start-application.ts';
import { createPerson } from './crowd/person.ts';
import type { Recordings } from './crowd/recording.ts';
import { countPhases, holdSettles, type Phases } from './phases.ts';
import type { Random } from './random.ts';
import type { Strike } from './strikes.ts';

const PERSONS = 5;
const LONG_REPLIES = 38;
/** Enough of them to be hit in mid-stream. */
const GROWING = 6;
const SHORT_REPLIES = 8;
/** Every so manyth long reply is silent for longer than it takes to strike. */
const SILENT_EVERY = 6;
const SILENCE_MS = 7000;
/** A strike should find so many replies; some more, as some end while it is prepared. */
const CROWD = 32;
const PATIENCE_MS = 90_000;

/** Replies of every length and pace run, something dies among them, and everyone waits for the end. */
export async function playRound(
  application: Application,
  strike: Strike,
  random: Random,
): Promise<{ recordings: Recordings; phases: Phases }> {
  const recordings: Recordings = { sends: [], replies: new Map() };
  await fetch(`${application.sandboxUrl}/_sandbox/requests`, { method: 'DELETE' });
  await strike.prepare?.(application);
  const persons = await Promise.all(
    Array.from({ length: PERSONS }, () => createPerson(() => application.url, recordings)),
  );
  const sent = Array.from({ length: LONG_REPLIES }, (_, index) =>
    persons[index % PERSONS]!.send(longText(index, random)),
  );
  await until(application, ({ midStream }) => midStream >= GROWING);
  await pause(random.whole(0, 700));
  // These wait in the queue, or are on their way into it, at the moment of the strike.
  sent.push(
    ...Array.from({ length: SHORT_REPLIES }, (_, index) =>
      persons[index % PERSONS]!.send(shortText(index, random)),
    ),
  );
  await pause(random.whole(0, 200));
  // On a slow machine many have ended by now: more are sent until a strike finds enough.
  for (let index = LONG_REPLIES; !isCrowded(await countPhases(application)); index += SILENT_EVERY) {
    const more = Array.from({ length: SILENT_EVERY }, (_, one) =>
      persons[one % PERSONS]!.send(longText(index + one, random)),
    );
    await Promise.all(more);
  }
  const release = await holdSettles(application);
  await until(application, (found) => Object.values(found).every((count) => count > 0));
  await pause(random.whole(0, 100));
  const phases = await countPhases(application);
  // Either it meets settles that wait, or ones that are a moment further on, up to their COMMIT.
  if (random.pick([true, false])) {
    await release();
    await pause(random.whole(0, 4));
  }
  await strike.strike(application);
  await release();
  await pause(random.whole(0, 800));
  await strike.heal(application);
  await Promise.all(sent);
  await allEnded(recordings, application.databaseUrl);
  for (const person of persons) person.leave();
  return { recordings, phases };
}

function isCrowded(phases: Phases): boolean {
  const open = Object.values(phases).reduce((sum, found) => sum + found, 0);
  return open >= CROWD && phases.beforeFirstToken > 0;
}

function longText(index: number, random: Random): string {
  const silent = index % SILENT_EVERY === SILENT_EVERY - 1;
  const directive = [
    `length=${random.whole(40, 160)}`,
    `pace=${random.whole(5, 40)}`,
    `delay=${silent ? SILENCE_MS : random.pick([0, 0, 0, 400, 1500])}`,
    random.pick(['', '', 'usage=missing', 'split=3']),
  ].join(' ');
  const subject = random.pick(['rivers', 'clocks', 'bread', 'the moon']);
  return `Tell me about ${subject} (${index}) [[sandbox: ${directive.trim()}]]`;
}

function shortText(index: number, random: Random): string {
  return `Briefly (${index}) [[sandbox: length=${random.whole(1, 6)} pace=${random.whole(0, 3)}]]`;
}

/** Waits until the replies of the round are where a strike should find some. */
async function until(application: Application, arrived: (phases: Phases) => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (arrived(await countPhases(application))) return;
    await pause(20);
  }
}

/** Every acknowledged reply was seen to its end, and no run is left (titles too). */
export async function allEnded({ sends, replies }: Recordings, databaseUrl: string): Promise<void> {
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const latest = Date.now() + PATIENCE_MS;
    while (Date.now() < latest) {
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
