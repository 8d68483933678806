import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { newId } from '#app/core/platform/ids.ts';
import { writeRules } from '#app/contracts/price.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import {
  awaitBegun,
  awaitRequest,
  awaitRuns,
  awaitStop,
  awaitAccepted,
  awaitWords,
  endedRuns,
  holdSettle,
  runsOf,
  waitFor,
} from '../moments.ts';
import { either, type Row } from '../row.ts';
import { held } from '../stage.ts';

const FOUR = 'one two three four';
const GOOD = { sees: `200 “${FOUR}”, stop, usage 4`, charged: "prompt + 4 tokens, the provider's count" };
const STALLED = `Stall [[sandbox: text="${FOUR}" fault=stall after=2]]`;

const WEATHER = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
};

/** A tool whose schema takes about 20 kB. */
const LARGE_TOOL = {
  type: 'function',
  function: {
    name: 'book',
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 240 }, (_, n) => [
          `field_${n}`,
          { type: 'string', description: `The value of field number ${n}, as it stands on the form.` },
        ]),
      ),
    },
  },
};

const RETIRED: Row = {
  name: 'catalogue: model retired during a call',
  // Its two deliveries share the model that one of them retires.
  isAlone: true,
  async act(caller, stage) {
    const call = caller.begin(held(caller, FOUR));
    await awaitRuns(caller, 1);
    await change(AUTOCOMMIT, 'UPDATE models SET enabled = 0 WHERE id = ?', [caller.modelId]);
    await stage.openGate(caller);
    const sight = await call.seen;
    const anew = async () => (await stage.newCaller(RETIRED, caller.delivery)).ask('Hi');
    await waitFor(async () => /^404 .* model_not_found/.test((await anew()).line));
    await change(AUTOCOMMIT, 'UPDATE models SET enabled = 1 WHERE id = ?', [caller.modelId]);
    await waitFor(async () => (await anew()).line.startsWith('200'));
    return sight;
  },
  expected: either(GOOD),
};

/** Clients that leave, and other changes during a call. */
export const EARLY_ENDS: readonly Row[] = [
  {
    name: 'client: leaves before the first token',
    async act(caller, { openGate }) {
      const isWhole = caller.delivery === 'whole';
      // The stop may be stored before the worker hears of it: a whole answer could arrive in between.
      const atDoor = `Wait [[sandbox: door=${caller.userId} fault=headers]]`;
      const call = caller.begin(isWhole ? held(caller, FOUR) : atDoor);
      await awaitRuns(caller, 1);
      call.leave();
      if (!isWhole) await awaitStop(caller);
      await openGate(caller);
      return call.seen;
    },
    expected: {
      // The client may return for its answer, as official clients do.
      whole: { sees: 'left', charged: GOOD.charged },
      // The run waits for its provider, which accepts the call, and ends it then.
      streamed: { sees: 'left', charged: 'prompt + 0 tokens, our count (stopped)' },
    },
  },
  {
    name: 'client: leaves after the provider has begun to answer, before the first token',
    async act(caller) {
      const call = caller.begin(`Wait [[sandbox: fault=headers]]`);
      await awaitRuns(caller, 1);
      await awaitAccepted(caller);
      call.leave();
      return call.seen;
    },
    // Headers of a stream contain no output: its client has received nothing yet.
    expected: { streamed: { sees: 'left', charged: 'prompt + 0 tokens, our count (stopped)' } },
  },
  {
    name: 'client: leaves a stream with 20 kB of tools, after 2 tokens',
    async act(caller) {
      const call = caller.begin(STALLED, { fields: { tools: [LARGE_TOOL] } });
      await awaitWords(call, 'one two');
      call.leave();
      const sight = await call.seen;
      const [run] = await endedRuns(caller);
      return (run!.prompt_tokens ?? 0) > 4_000 ? sight : { ...sight, line: 'TOOLS WERE NOT COUNTED' };
    },
    expected: { streamed: { sees: 'left', charged: 'prompt + 2 tokens, our count' } },
  },
  {
    name: 'client: leaves in the midst of a tool call',
    async act(caller) {
      const tool = '東京 大阪 京都 名古屋 [[sandbox: tool=weather fault=stall after=4]]';
      const call = caller.begin(tool, { fields: { tools: [WEATHER] } });
      await awaitRuns(caller, 1);
      await awaitBegun(caller);
      call.leave();
      return call.seen;
    },
    expected: { streamed: { sees: 'left', charged: 'prompt + 4 tokens, our count' } },
  },
  {
    name: 'client: leaves in mid-stream, after 2 tokens',
    async act(caller, { sandbox }) {
      const call = caller.begin(STALLED.replace('Stall', caller.userId));
      await awaitWords(call, 'one two');
      call.leave();
      await awaitRequest(sandbox(), caller, ({ closedAt }) => closedAt !== null);
      return call.seen;
    },
    expected: { streamed: { sees: 'left', charged: 'prompt + 2 tokens, our count' } },
  },
  {
    name: 'client: leaves after the last token, before the settle',
    async act(caller, { sandbox, openGate }, test) {
      const call = caller.begin(held(caller, FOUR, 1));
      await awaitWords(call, 'one');
      const release = await holdSettle(caller, test);
      await openGate(caller);
      await awaitRequest(sandbox(), caller, ({ answeredAt }) => answeredAt !== null);
      await awaitWords(call, FOUR);
      call.leave();
      const sight = await call.seen;
      await release();
      return sight;
    },
    expected: { streamed: { sees: 'left', charged: GOOD.charged } },
  },
  {
    name: 'key: revoked in mid-stream, after 2 tokens',
    async act(caller) {
      const call = caller.begin(STALLED);
      await awaitWords(call, 'one two');
      await change(AUTOCOMMIT, 'UPDATE api_keys SET revoked_at = NOW(3) WHERE id = ?', [caller.keyId]);
      return call.seen;
    },
    expected: {
      streamed: {
        sees: '200 “one two”, error invalid_request_error invalid_api_key',
        charged: 'prompt + 2 tokens, our count',
      },
    },
  },
  {
    name: 'catalogue: price changed during a call',
    // Two of them in a millisecond would be two prices of one moment.
    isAlone: true,
    async act(caller, { openGate }) {
      const call = caller.begin(held(caller, FOUR));
      await awaitRuns(caller, 1);
      const [before] = await runsOf(caller);
      await raisePrice(before!.price_id);
      await openGate(caller);
      const sight = await call.seen;
      const [after] = await runsOf(caller);
      return after!.price_id === before!.price_id ? sight : { ...sight, line: 'BY ANOTHER PRICE' };
    },
    expected: either(GOOD),
  },
  RETIRED,
];

/** From now on the offer of this price costs ten times as much. */
async function raisePrice(priceId: string): Promise<void> {
  const ofPrice = 'SELECT offer_id, valid_from FROM offer_prices WHERE id = ?';
  const before = await selectRow<{ offer_id: string; valid_from: Date }>(AUTOCOMMIT, ofPrice, [priceId]);
  const { offer_id, valid_from } = before!;
  // An offer has one price at a time.
  const now = new Date(Math.max(Date.now(), valid_from.getTime() + 1));
  await insertRow('offer_prices', {
    id: newId(),
    offer_id,
    valid_from: now,
    rules: writeRules([{ rates: { input: 10_000_000n, output: 40_000_000n } }]),
    source: 'test',
    confidence: 'A',
    created_at: now,
  });
}
