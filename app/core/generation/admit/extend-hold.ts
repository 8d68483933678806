import { readKeys } from '#app/core/api-keys/stored-keys.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { lockPayers } from '#app/core/ledger/caps/payers.ts';
import { extendHolds, type HoldExtension } from '#app/core/ledger/hold.ts';
import { createBatcher, type Outcome } from '#app/core/platform/batcher.ts';
import { MIN_OUTPUT, stepMicro, tokensFor } from '#app/core/tasks/price.ts';
import { selectRows, write } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { lockKeyBudgets } from './key-budgets.ts';

/** A run that needs a larger hold. */
export interface Extension {
  generation: Pick<Generation, 'id' | 'attempt' | 'accountId' | 'apiKeyId'>;
  /** Number of output tokens that the hold should cover. */
  outputTokens: number;
}

interface Row {
  id: string;
  attempt: number;
  held_output_tokens: number | null;
  output_pico: string | null;
}

/**
 * Extends the holds of answers that have outgrown them: as far as the account, its caps and the key's caps
 * allow, never by fewer than 256 tokens. Extensions that arrive together share a transaction. Locks:
 * accounts, then budgets of keys, then rows, each in id order; rows come last for the same reason as in a
 * settle (settle/settle.ts).
 * @returns number of output tokens covered now; null if another worker owns the run
 */
export const extendHold = createBatcher<Extension, number | null>({
  name: 'extend',
  laneOf: ({ generation: { accountId, id } }) => accountId ?? id,
  // An answer would end without it.
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

/** Number of these tokens that account and budgets can pay for; 0 if too few to continue. */
function affordable(tokens: number, tokenPico: bigint, funds: readonly bigint[]): number {
  if (tokens <= 0) return 0;
  const affordableTokens = funds.reduce(
    (min, one) => Math.min(min, one > 0n ? tokensFor(one, tokenPico) : 0),
    tokens,
  );
  return affordableTokens >= Math.min(MIN_OUTPUT, tokens) ? affordableTokens : 0;
}
