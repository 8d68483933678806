import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { JobsDouble } from '#tests/doubles/jobs/start-jobs.ts';

/** Micro-dollars of a job: ten tokens at one and twenty at four. */
const COST = 90;
const STEPS = 3;

interface Fact {
  id: string;
  parent_id: string | null;
  step: number | null;
  task: string;
  state: string;
  error_code: string | null;
  result: string | null;
  charged_micro: string | null;
  entries: string | null;
}

/** Problems of the rows, the ledger, or the provider's orders; and the ends of the generations. */
export async function auditJobs({ jobs }: JobsDouble): Promise<{ problems: string[]; ends: string[] }> {
  const facts = await selectRows<Fact>(
    AUTOCOMMIT,
    `SELECT id, parent_id, step, task, state, error_code, result, charged_micro,
       (SELECT SUM(amount_micro) FROM ledger_entries WHERE reference = CONCAT('charge:', generations.id)) AS entries
     FROM generations`,
  );
  const orders = new Map<string, number>();
  for (const { key } of jobs) orders.set(key, (orders.get(key) ?? 0) + 1);
  const problems = [...orders].flatMap(([key, count]) => (count > 1 ? `${key}: ordered ${count} times` : []));
  const asked = facts.filter((fact) => fact.parent_id === null);
  for (const fact of asked) {
    const steps = facts.filter((one) => one.parent_id === fact.id);
    const wrong = fact.task === 'trial-job' ? wrongWithJob(fact) : wrongWithParent(fact, steps);
    problems.push(...wrong.map((what) => `${fact.id} (${fact.task}): ${what}`));
  }
  problems.push(...(await wrongWithAccounts()));
  return { problems, ends: asked.map(({ task, state }) => `${task} ${state}`) };
}

/** An order that may have been lost is given up; every other one is done. */
const isGivenUp = ({ state, error_code: code }: Fact) => state === 'failed' && code === 'provider_cut';

function wrongWithJob(fact: Fact): string[] {
  const problems: string[] = [];
  if (fact.state !== 'done' && !isGivenUp(fact)) problems.push(`ended as ${fact.state} ${fact.error_code}`);
  if (fact.state === 'done' && !fact.result) problems.push('done without its result');
  return [...problems, ...wrongCharge(fact, fact.state === 'done' ? COST : 0)];
}

function wrongWithParent(fact: Fact, steps: Fact[]): string[] {
  const done = steps.filter(({ state }) => state === 'done');
  const problems: string[] = [];
  const isWhole = done.length === STEPS && steps.length === STEPS;
  if (fact.state === 'done' ? !isWhole : !isGivenUp(fact))
    problems.push(
      `ended as ${fact.state} ${fact.error_code} with ${done.length} of ${steps.length} steps done`,
    );
  const places = steps.map(({ step }) => step).sort((one, other) => one! - other!);
  if (places.some((place, index) => place !== index + 1)) problems.push(`its steps are ${places.join()}`);
  if (steps.some((step) => step.charged_micro !== '0' || step.entries !== null))
    problems.push('a step was charged by itself');
  return [...problems, ...wrongCharge(fact, done.length * COST)];
}

function wrongCharge({ charged_micro: charged, entries }: Fact, expected: number): string[] {
  if (Number(charged) === expected && Number(entries ?? 0) === -expected) return [];
  return [`charged ${charged}, entries ${entries}, expected ${expected}`];
}

/** Accounts whose balance, entries and holds do not agree when nothing is running. */
export async function wrongWithAccounts(): Promise<string[]> {
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    `SELECT id FROM accounts a WHERE held_micro <> 0 OR EXISTS (SELECT 1 FROM holds h WHERE h.account_id = a.id)
       OR balance_micro <> (SELECT COALESCE(SUM(e.amount_micro), 0) FROM ledger_entries e WHERE e.account_id = a.id)`,
  );
  return rows.map(({ id }) => `account ${id}: balance, entries and holds do not agree`);
}
