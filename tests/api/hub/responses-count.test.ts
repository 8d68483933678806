import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { responsesOf, type Caller } from './responses-stage.ts';

const engine = useEngine();
const api = useApi();
let caller: Caller;
beforeEach(async () => {
  caller = await responsesOf(api.origin());
});
const count = async (body: OpenAiCount) =>
  (await caller.client.responses.inputTokens.count({ model: TEST_MODEL, ...body })).input_tokens;
type OpenAiCount = NonNullable<Parameters<Caller['client']['responses']['inputTokens']['count']>[0]>;

describe('POST /api/v1/responses/input_tokens', () => {
  it('counts the input, the instructions, the tools and the responses before it, and costs nothing', async () => {
    const input = '[[sandbox: text="A good deal of words about the weather in Rome"]]';
    const bare = await count({ input });
    const tool = { type: 'function' as const, name: 'weather', parameters: { type: 'object' }, strict: true };
    expect(await count({ input, tools: [tool], instructions: 'Be brief.' })).toBeGreaterThan(bare + 5);
    expect(await count({ instructions: 'Be brief.' })).toBeLessThan(bare);
    const { id } = await caller.create({ input });
    const { balanceMicro } = await readBalance(AUTOCOMMIT, caller.owner.userId);
    expect(await count({ input: 'Hi', previous_response_id: id })).toBeGreaterThan(bare + 5);
    expect((await readBalance(AUTOCOMMIT, caller.owner.userId)).balanceMicro).toBe(balanceMicro);
    expect(engine.sandbox().requests()).toHaveLength(1);
  });

  it('names the invalid field', async () => {
    const answer = await caller.post('/input_tokens', { model: TEST_MODEL, input: [{ type: 'nothing' }] });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { param: expect.stringMatching(/^input/) as string },
    });
  });
});
