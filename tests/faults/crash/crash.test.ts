import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApplication, type Application } from '#tests/setup/start-application.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { audit, type AuditReport } from '../audit.ts';
import { createPerson, type Person } from '../crowd/person.ts';
import type { Recordings } from '../crowd/recording.ts';
import { allEnded } from '../round.ts';
import { readEnds, type End } from './read-ends.ts';
import { STEPS } from './steps.mjs';
import { awaitCrash, createCrashing, startCrashing, type CrashingProcess } from './crashing-process.ts';

/** The default run has both sides of the COMMITs that move money: of the admission and of the settle. */
const PLAYED = IS_FULL ? STEPS : STEPS.filter(({ name }) => /COMMIT of the (admission|settle)$/.test(name));

let application: Application;
let report: AuditReport;
const recordings: Recordings = { sends: [], replies: new Map() };
const persons: Person[] = [];
/** The open generations at each step's crash; for a step that was never reached nothing, or the error. */
const takenAt = new Map<string, string[] | Error>();
let ends: Map<string, End>;

const inProcess = (crashing: CrashingProcess[], kind: string) =>
  crashing.filter(({ step }) => step.process === kind);

/** Waits for the crashes, and records the open generations of each. */
async function recordCrashes(
  crashing: CrashingProcess[],
  replyOf: (one: CrashingProcess) => string[] = () => [],
): Promise<void> {
  await Promise.all(
    crashing.map(async (one) => {
      const found = await awaitCrash(one).then(
        ({ taken }) => [...taken, ...replyOf(one)],
        (error: Error) => error,
      );
      takenAt.set(one.step.name, found);
    }),
  );
}

/** In the full run three seconds, so that heartbeats happen during it. */
const pace = IS_FULL ? 30 : 0;
const message = (index: number) => `Tell me (${index}) [[sandbox: length=100 pace=${pace}]]`;

/** A web process dies while it serves a user, who then uses the live one. */
async function dieUnder(crashing: CrashingProcess, index: number): Promise<void> {
  let at = crashing.url!;
  const person = await createPerson(() => at, recordings);
  persons.push(person);
  const sent = person.send(message(index));
  await awaitCrash(crashing).catch(() => undefined);
  at = application.url;
  const { acknowledged } = await sent;
  await recordCrashes([crashing], () => (acknowledged ? [acknowledged.generationId] : []));
}

beforeAll(async () => {
  application = await startApplication();
  await application.worker.stop();
  const crashing = await Promise.all(PLAYED.map((step) => createCrashing(application, step)));
  const [workers, sweepers, webs] = ['worker', 'sweeper', 'web'].map((kind) => inProcess(crashing, kind));
  await startCrashing([...workers!, ...webs!]);
  const person = await createPerson(() => application.url, recordings);
  persons.push(person);
  await Promise.all(workers!.map((_, index) => person.send(message(index))));
  await recordCrashes(workers!);
  await startCrashing(sweepers!);
  await recordCrashes(sweepers!);
  await application.worker.start();
  await Promise.all(webs!.map((web, index) => dieUnder(web, workers!.length + index)));
  await allEnded(recordings, application.databaseUrl);
  report = await audit(application.databaseUrl, recordings);
  ends = await readEnds(application.databaseUrl);
}, 600_000);

afterAll(async () => {
  for (const person of persons) person.leave();
  await application.stop();
});

describe('a process that dies at this step loses nothing', () => {
  for (const { name, ends: wanted } of PLAYED) {
    it(`${name}`, () => {
      const found = takenAt.get(name);
      expect(found, 'the step was reached').toBeInstanceOf(Array);
      const ids = found as string[];
      for (const id of ids) {
        const end = ends.get(id);
        console.log(
          `${name}: ${end?.state}, ${end?.charged} µ$, ${end?.characters} characters, attempt ${end?.attempt}`,
        );
      }
      expect(ids.length, 'the replies in its hand').toBeGreaterThan(0);
      expect(report.problems.filter((problem) => ids.some((id) => problem.startsWith(id)))).toEqual([]);
      const states = ids.map((id) => ends.get(id)?.state);
      expect(states).toEqual(
        ids.map(() => expect.stringMatching(wanted ?? /^(done|interrupted)$/) as string),
      );
    });
  }
});

it('a reply whose worker died after its settle still gets a title, and only one', () => {
  const booked = PLAYED.filter(({ process, ends: wanted }) => process === 'worker' && wanted === 'done');
  expect(booked.length).toBeGreaterThan(0);
  const replies = booked.flatMap(({ name }) => takenAt.get(name) as string[]);
  expect(replies.map((id) => Number(ends.get(id)?.titles))).toEqual(replies.map(() => 1));
});

it('and afterwards every reply is closed, charged once as its receipt says, and nothing is held', () => {
  expect(report.problems).toEqual([]);
  expect(report.replies).toBe(recordings.sends.length);
});
