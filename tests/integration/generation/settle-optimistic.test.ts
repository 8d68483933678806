import { expect, it } from 'vitest';
import { admitInBatch } from '#app/core/generation/admit/batch.ts';
import { claimGeneration } from '#app/core/generation/run/claim.ts';
import type { Ending } from '#app/core/generation/record/ending.ts';
import { extendHold } from '#app/core/generation/admit/extend-hold.ts';
import { settleAll, settleGeneration } from '#app/core/generation/settle/settle.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { isGuardFailure } from '#db/optimistic-locking.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Plan } from '#app/core/generation/plan/plan.ts';
import { planSend } from '#tests/factories/admit-send.ts';
import { planFor } from '#tests/factories/call-plan.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

const CREDIT = 1_000_000n;

useUnservedModel();

type Owner = Awaited<ReturnType<typeof createKey>>;

/** A call, or a reply, that runs here and has cost 40 micro-dollars. */
async function runCall(planOf: (owner: Owner) => Promise<Plan> = planFor) {
  const owner = await createKey({ creditMicro: CREDIT });
  const plan = await planOf(owner);
  await admitInBatch(plan);
  const { id: generationId } = plan.generation;
  const claimed = (await claimGeneration({ generationId, attempt: 1, workerId: 'here' }))!;
  await claimed.stored;
  const { generation } = claimed;
  const ending: Ending = {
    generation,
    attempt: 1,
    from: 'running',
    state: 'done',
    finishReason: 'stop',
    errorCode: null,
    errorDetail: null,
    usage: null,
    usageSource: 'counted',
    chargeReason: 'output',
    countedTokens: 8,
    textTokens: 8,
    costMicro: 40n,
    text: 'It is said.',
    thinking: '',
    firstTokenAt: new Date(),
    attempts: [],
    followUps: [],
  };
  return { ...owner, ending };
}

async function state({ generation: { id } }: Ending) {
  return selectRow<{ state: string; charged_micro: string | null }>(
    AUTOCOMMIT,
    'SELECT state, charged_micro FROM generations WHERE id = ?',
    [id],
  );
}

it('closes the row with its money', async () => {
  const { userId, ending } = await runCall();
  expect(await settleAll([ending], 'optimistic')).toEqual([
    { ok: true, value: { chargedMicro: 40n, balanceMicro: CREDIT - 40n } },
  ]);
  expect(await state(ending)).toEqual({ state: 'done', charged_micro: '40' });
  expect(await readBalance(AUTOCOMMIT, userId)).toMatchObject({ balanceMicro: CREDIT - 40n, heldMicro: 0n });
});

it('closes the row of a reply with its message', async () => {
  const { ending } = await runCall(({ userId }) => planSend(userId, 'Hello'));
  expect(await settleAll([ending], 'optimistic')).toEqual([
    { ok: true, value: { chargedMicro: 40n, balanceMicro: CREDIT - 40n } },
  ]);
  expect(await state(ending)).toEqual({ state: 'done', charged_micro: '40' });
  const stored = 'SELECT text, finish_reason, cost_micro FROM messages WHERE id = ?';
  expect(await selectRow(AUTOCOMMIT, stored, [ending.generation.replyMessageId])).toEqual({
    text: 'It is said.',
    finish_reason: 'stop',
    cost_micro: '40',
  });
});

it('settles no other run if one row belongs to another attempt', async () => {
  const [mine, theirs] = [await runCall(), await runCall()];
  await change(AUTOCOMMIT, 'UPDATE generations SET attempt = 2 WHERE id = ?', [theirs.ending.generation.id]);
  await expect(settleAll([mine.ending, theirs.ending], 'optimistic')).rejects.toSatisfy(isGuardFailure);
  expect(await state(mine.ending)).toMatchObject({ state: 'running' });
  const [own, foreign] = await Promise.all([settleGeneration(mine.ending), settleGeneration(theirs.ending)]);
  expect(own).toEqual({ chargedMicro: 40n, balanceMicro: CREDIT - 40n });
  expect(foreign).toBeNull();
  const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, theirs.userId);
  expect(balanceMicro).toBe(CREDIT);
  expect(heldMicro).toBe(theirs.ending.generation.heldMicro);
});

it('locks first if more was held meanwhile, and charges up to all of it', async () => {
  const { userId, ending } = await runCall();
  const { generation } = ending;
  await change(
    AUTOCOMMIT,
    'UPDATE generations SET held_output_tokens = 300, output_pico = 4000000 WHERE id = ?',
    [generation.id],
  );
  expect(await extendHold({ generation, outputTokens: 600 })).toBe(600);
  const long = { ...ending, costMicro: generation.heldMicro + 900n };
  await expect(settleAll([long], 'optimistic')).rejects.toSatisfy(isGuardFailure);
  expect(await settleGeneration(long)).toMatchObject({ chargedMicro: generation.heldMicro + 900n });
  expect(await readBalance(AUTOCOMMIT, userId)).toMatchObject({ heldMicro: 0n });
});

it('settles a call once that is settled twice at the same moment', async () => {
  const { userId, ending } = await runCall();
  const twice = await Promise.all([settleGeneration(ending), settleGeneration({ ...ending })]);
  expect(twice.filter((one) => one !== null)).toHaveLength(1);
  expect(await readBalance(AUTOCOMMIT, userId)).toMatchObject({ balanceMicro: CREDIT - 40n, heldMicro: 0n });
});
