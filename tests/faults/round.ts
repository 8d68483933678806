import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { Application } from '#tests/setup/start-application.ts';
import { createPerson } from './crowd/person.ts';
import type { Recordings } from './crowd/recording.ts';
import { busyWorkers, untilTakenOver } from './lost-runs.ts';
import { countPhases, holdSettles, type Phases } from './phases.ts';
import type { Random } from './random.ts';
import type { Fault } from './faults.ts';

const PERSONS = 5;
const LONG_REPLIES = 38;
/** Enough of them to be hit in mid-stream. */
const GROWING = 6;
const SHORT_REPLIES = 8;
/** Every nth long reply is silent for longer than it takes to inject the fault. */
const SILENT_EVERY = 6;
const SILENCE_MS = 7000;
/** Maximum number of times that the settles are held, until replies are in every phase. */
const MAX_HOLDS = 10;
/** A fault should hit this many replies; slightly more, because some end while it is prepared. */
const CROWD = 32;
const WAIT_MS = 90_000;

/** The result of a round. */
interface Round {
  recordings: Recordings;
  phases: Phases;
  /** Milliseconds until a killed worker's runs were closed or queued again; null if no worker was killed. */
  takeoverMs: number | null;
}

/** Runs replies of every length and pace, injects the fault among them, and waits for the end of all. */
export async function runRound(application: Application, fault: Fault, random: Random): Promise<Round> {
  const recordings: Recordings = { sends: [], replies: new Map() };
  await fetch(`${application.sandboxUrl}/_sandbox/requests`, { method: 'DELETE' });
  await fault.prepare?.(application);
  const persons = await Promise.all(
    Array.from({ length: PERSONS }, () => createPerson(() => application.url, recordings)),
  );
  const sent = Array.from({ length: LONG_REPLIES }, (_, index) =>
    persons[index % PERSONS]!.send(longText(index, random)),
  );
  await until(application, ({ midStream }) => midStream >= GROWING);
  await pause(random.whole(0, 700));
  // These are waiting in the queue, or are being enqueued, at the moment of the fault.
  sent.push(
    ...Array.from({ length: SHORT_REPLIES }, (_, index) =>
      persons[index % PERSONS]!.send(shortText(index, random)),
    ),
  );
  await pause(random.whole(0, 200));
  const { release, phases } = await holdAllPhases(application, async () => {
    // On a slow machine many have ended by now: more are sent until a fault hits enough.
    for (let index = sent.length; !isCrowded(await countPhases(application)); index += SILENT_EVERY) {
      const more = Array.from({ length: SILENT_EVERY }, (_, one) =>
        persons[one % PERSONS]!.send(longText(index + one, random)),
      );
      sent.push(...more);
      await Promise.all(more);
    }
  });
  // It hits either waiting settles, or ones that are slightly further, up to their COMMIT.
  if (random.pick([true, false])) {
    await release();
    await pause(random.whole(0, 4));
  }
  const killed = fault.killsWorker ? await busyWorkers(application) : null;
  await fault.inject(application);
  const over = new AbortController();
  const takeover = killed && untilTakenOver(application, killed, over.signal);
  await release();
  await pause(random.whole(0, 800));
  await fault.recover(application);
  await Promise.all(sent);
  await allEnded(recordings, application.databaseUrl);
  for (const person of persons) person.leave();
  over.abort();
  return { recordings, phases, takeoverMs: await takeover };
}

/**
 * Holds the settles while replies are in every phase. On a slow machine all running ones may reach their
 * settle before the check, and wait there: then they are released, and others replace them.
 * @param crowd sends replies until there are enough
 */
async function holdAllPhases(
  application: Application,
  crowd: () => Promise<void>,
): Promise<{ release: () => Promise<void>; phases: Phases }> {
  for (let tries = 1; ; tries += 1) {
    await crowd();
    const release = await holdSettles(application);
    await until(application, isEverywhere);
    const phases = await countPhases(application);
    if (isEverywhere(phases) || tries === MAX_HOLDS) return { release, phases };
    await release();
  }
}

const isEverywhere = (phases: Phases): boolean => Object.values(phases).every((count) => count > 0);

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

/** Waits until enough replies of the round are in the phases that a fault should hit. */
async function until(application: Application, arrived: (phases: Phases) => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (arrived(await countPhases(application))) return;
    await pause(20);
  }
}

/**
 * Every acknowledged reply was read to its end, and no run is left (titles too), nor a job that would begin
 * one.
 */
export async function allEnded({ sends, replies }: Recordings, databaseUrl: string): Promise<void> {
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const latest = Date.now() + WAIT_MS;
    while (Date.now() < latest) {
      const seen = sends.every(
        ({ acknowledged }) => acknowledged && replies.get(acknowledged.generationId)?.end,
      );
      const [[open]] = await connection.query<({ n: string } & RowDataPacket)[]>(
        `SELECT (SELECT COUNT(*) FROM generations WHERE state IN ('queued', 'running')) +
           (SELECT COUNT(*) FROM follow_ups) AS n`,
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
