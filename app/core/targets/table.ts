import type { RunPayload } from '#app/core/queue/jobs.ts';
import { call, job } from './call.ts';
import { cell } from './cell.ts';
import { message } from './message/message.ts';
import { background, response } from './response.ts';
import { step } from './step.ts';
import type { Target } from './target.ts';
import { title } from './title.ts';

const targets = new Map<string, Target>(
  [message, call, response, background, job, title, step, cell].map((target) => [target.name, target]),
);

/**
 * The target of a generation.
 * @throws Error for a name that is not in the table, such as that of a newer version
 */
export function targetOf({ target: name }: { target: string }): Target {
  const target = targets.get(name);
  if (!target) throw new Error(`No target is called ${name}`);
  return target;
}

/** The target that a generation counts as for the limit of concurrent runs. */
export function countedAs(run: { target: string }): string {
  return targetOf(run).countsAs ?? run.target;
}

/** The same in SQL, of the column `target`. */
export function countedAsSql(): string {
  const counted = [...targets.values()].flatMap(({ name, countsAs }) =>
    countsAs ? `WHEN '${name}' THEN '${countsAs}'` : [],
  );
  return `CASE target ${counted.join(' ')} ELSE target END`;
}

/** The targets that this process knows: a process of the previous version may know fewer. */
export const targetNames = (): string[] => [...targets.keys()];

/** The share of a worker's slots that a run belongs to: its account's, with API calls apart from chat. */
const shareOf = (run: { userId: string; target: string }): string => `${run.userId} ${countedAs(run)}`;

/** The payload of the job that wakes a worker for an attempt of a generation. */
export const runPayload = (
  generation: { id: string; userId: string; target: string },
  attempt: number,
): Required<RunPayload> => ({ generationId: generation.id, attempt, share: shareOf(generation) });

/** The targets of the runs of a share, and the account. */
export function runsOfShare(share: string): { userId: string; targets: string[] } {
  const [userId = '', counted] = share.split(' ');
  return { userId, targets: targetNames().filter((target) => countedAs({ target }) === counted) };
}

/** Names of the targets that the account's activity shows. */
export function listedTargets(): string[] {
  return [...targets.values()].flatMap(({ name, listedAs }) => (listedAs ? name : []));
}

/** Adds a target at the start of a process: for tests, whose targets are not in the product. */
export function addTarget(target: Target): void {
  targets.set(target.name, target);
}
