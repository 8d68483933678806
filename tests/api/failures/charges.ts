import { isFinalState, PAID_REASONS, type ChargeReason } from '#app/contracts/generation.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Caller } from './caller.ts';
import { runsOf, waitFor } from './moments.ts';

/** The effect of a row on its caller's money. */
export interface Charges {
  /** The charged output, for the table. */
  charged: string;
  /** Micro-dollars of the ledger's charges. */
  entriesMicro: bigint;
  /** Micro-dollars by which the balance differs from before. */
  differenceMicro: bigint;
  /** Any inconsistencies. */
  problems: string[];
}

interface Run {
  id: string;
  state: string;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  usage_source: 'provider' | 'counted' | 'both' | null;
  charge_reason: ChargeReason | null;
  charged_micro: string | null;
  rules: string;
  entries: string;
  entries_micro: string;
}

/** Waits until the caller has no open calls, and reads their records, by SQL alone. */
export async function readCharges(caller: Caller, creditMicro: bigint): Promise<Charges> {
  const { userId } = caller;
  await waitFor(async () => {
    return (await runsOf(caller)).every(({ state }) => isFinalState(state));
  });
  const runs = await selectRows<Run>(
    AUTOCOMMIT,
    `SELECT g.id, g.state, g.prompt_tokens, g.completion_tokens, g.usage_source, g.charge_reason, g.charged_micro, p.rules,
       (SELECT COUNT(*) FROM ledger_entries e WHERE e.reference = CONCAT('charge:', g.id)) AS entries,
       (SELECT COALESCE(SUM(e.amount_micro), 0) FROM ledger_entries e
         WHERE e.reference = CONCAT('charge:', g.id)) AS entries_micro
     FROM generations g JOIN offer_prices p ON p.id = g.price_id WHERE g.user_id = ? ORDER BY g.id`,
    [userId],
  );
  const account = await selectRow<{
    balance: string;
    held: string;
    holds: string;
    booked: string;
    charges: string;
  }>(
    AUTOCOMMIT,
    `SELECT a.balance_micro AS balance, a.held_micro AS held,
       (SELECT COUNT(*) FROM holds h WHERE h.account_id = a.id) AS holds,
       (SELECT COALESCE(SUM(e.amount_micro), 0) FROM ledger_entries e WHERE e.account_id = a.id) AS booked,
       (SELECT COALESCE(SUM(e.amount_micro), 0) FROM ledger_entries e
         WHERE e.account_id = a.id AND e.kind = 'charge') AS charges
     FROM accounts a WHERE a.user_id = ?`,
    [userId],
  );
  const { balance, held, holds, booked, charges } = account!;
  const problems = runs.flatMap(problemsOfRun);
  if (balance !== booked) problems.push(`balance ${balance}, all entries ${booked}`);
  if (BigInt(held) !== 0n || Number(holds) !== 0) problems.push(`${held} held in ${holds} holds`);
  if (BigInt(balance) < 0n) problems.push(`balance ${balance}`);
  const charged = runs.filter((run) => BigInt(run.charged_micro ?? '0') > 0n);
  return {
    charged: charged.length === 0 ? 'nothing' : charged.map(chargeOf).join('; '),
    entriesMicro: BigInt(charges),
    differenceMicro: BigInt(balance) - creditMicro,
    problems,
  };
}

const COUNTERS = {
  provider: "the provider's count",
  counted: 'our count',
  both: 'the prompt by the provider, the answer by us',
};

/**
 * The prompt is charged with every answer, so only the output is listed, and the reason for a charge without
 * output.
 */
function chargeOf({ completion_tokens: tokens, usage_source: source, charge_reason: reason }: Run): string {
  const charge = `prompt + ${tokens} tokens, ${source ? COUNTERS[source] : 'NOBODY HAS COUNTED'}`;
  return reason === 'output' ? charge : `${charge} (${reason})`;
}

/** Each charge is calculated again from the tokens and the price in the run's own row. */
function problemsOfRun(run: Run): string[] {
  const charged = BigInt(run.charged_micro ?? '-1');
  const [rule] = JSON.parse(run.rules) as [{ rates: { input: string; output: string } }];
  const pico =
    BigInt(run.prompt_tokens ?? 0) * BigInt(rule.rates.input) +
    BigInt(run.completion_tokens ?? 0) * BigInt(rule.rates.output);
  const cost = pico > 0n && pico < 1_000_000n ? 1n : (pico + 500_000n) / 1_000_000n;
  const problem = (what: string) => `${run.id} (${run.state}): ${what}`;
  return [
    ...(charged === cost ? [] : [problem(`charged ${charged}, its tokens cost ${cost}`)]),
    ...(BigInt(run.entries_micro) === -charged ? [] : [problem(`entries ${run.entries_micro}`)]),
    ...(Number(run.entries) === (charged > 0n ? 1 : 0) ? [] : [problem(`${run.entries} entries`)]),
    ...(charged > 0n && !run.prompt_tokens ? [problem('no prompt was counted')] : []),
    ...(charged > 0n === (PAID_REASONS as readonly unknown[]).includes(run.charge_reason)
      ? []
      : [problem(`charged ${charged} because of ${run.charge_reason}`)]),
  ];
}
