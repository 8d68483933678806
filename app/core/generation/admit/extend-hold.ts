import { readKeys } from '#app/core/api-keys/stored-keys.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { lockPayers } from '#app/core/ledger/caps/payers.ts';
import { extendHolds, type HoldExtension } from '#app/core/ledger/hold.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { LEAST_OUTPUT, stepMicro, tokensFor } from '#app/core/tasks/price.ts';
import { selectRows, write } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { lockKeyBudgets } from './key-budgets.ts';

/** A run that asks for more money. */
export interface Extension {
  generation: Pick<Generation, 'id' | 'attempt' | 'accountId' | 'apiKeyId'>;
  /** Up to how many tokens its answer shall be paid for. */
  outputTokens: number;
}

interface Row {
  id: string;
  attempt: number;
  held_output_tokens: number | null;
  output_pico: string | null;
}

/**
 * Holds more for answers that have outgrown what was held for them: as far as the account, its caps and the key's
 * reach, never for fewer than 256 further tokens. Those of one moment share a transaction. Locks: accounts, then budgets of
 * keys, then rows, each in id order; rows come last for the reason that a settle has (settle.ts).
 * @returns up to how many tokens the answer is paid for now; null where the run belongs to somebody else
 */
export const extendHold = createBatcher<Extension, number | null>({
  name: 'extend',
  laneOf: ({ generation: { accountId, id } }) => accountId ?? id,
  // Without it the answer would end.
  blockedMs: 60_000,
  run: (extensions) => transaction((tx) => extendAll(tx, extensions)),
});

async function extendAll(tx: Transaction, extensions: Extension[]): Promise<Outcome<number | null>[]> {
  const generations = extensions.map(({ generation }) => generation);
  const accounts = await lockPayers(
    tx,
    generations.flatMap(({ accountId }) => accountId ?? []),
  );
  const keys = await readKeys(
    tx,
    generations.flatMap(({ apiKeyId }) => apiKeyId ?? []),
  );
  const budgets = await lockKeyBudgets(tx, keys);
  const rows = await selectRows<Row>(
    tx,
    `SELECT id, attempt, held_output_tokens, output_pico FROM generations FORCE INDEX (PRIMARY)
     WHERE id IN (?) AND state = 'running' ORDER BY id FOR UPDATE`,
    [generations.map(({ id }) => id)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const left = new Map<string, bigint>([
    ...[...accounts].map(([id, { balanceMicro, heldMicro }]) => [id, balanceMicro - heldMicro] as const),
    ...[...budgets.values(), ...[...accounts.values()].flatMap(({ caps }) => caps)].map(
      ({ id, leftMicro }) => [id, leftMicro] as const,
    ),
  ]);
  const written: HoldExtension[] = [];
  const outcomes = extensions.map(({ generation, outputTokens }): Outcome<number | null> => {
    const { id, attempt, accountId, apiKeyId } = generation;
    const row = byId.get(id);
    if (row?.attempt !== attempt) return { ok: true, value: null };
    const { held_output_tokens: held, output_pico: pico } = row;
    if (held === null || pico === null || accountId === null) return { ok: true, value: outputTokens };
    const bounds = [budgets.get(apiKeyId ?? '') ?? [], accounts.get(accountId)?.caps ?? []].flat();
    const funds = [accountId, ...bounds.map(({ id: fund }) => fund)];
    const tokens = affordable(
      outputTokens - held,
      BigInt(pico),
      funds.map((fund) => left.get(fund) ?? 0n),
    );
    if (tokens === 0) return { ok: true, value: held };
    const moreMicro = stepMicro(tokens, BigInt(pico));
    for (const fund of funds) left.set(fund, (left.get(fund) ?? 0n) - moreMicro);
    row.held_output_tokens = held + tokens;
    written.push({ reference: row.id, accountId, moreMicro });
    return { ok: true, value: row.held_output_tokens };
  });
  await extendHolds(tx, written);
  for (const { reference, moreMicro } of written) {
    await write(
      tx,
      'UPDATE generations SET held_micro = held_micro + ?, held_output_tokens = ? WHERE id = ?',
      [moreMicro, byId.get(reference)!.held_output_tokens, reference],
    );
  }
  return outcomes;
}

/** How many of the tokens can be paid for out of the account and its budgets; 0 where it is not worth going on. */
function affordable(tokens: number, tokenPico: bigint, funds: readonly bigint[]): number {
  if (tokens <= 0) return 0;
  const most = funds.reduce(
    (least, one) => Math.min(least, one > 0n ? tokensFor(one, tokenPico) : 0),
    tokens,
  );
  return most >= Math.min(LEAST_OUTPUT, tokens) ? most : 0;
}
