import type { TestContext } from 'vitest';
import type { Caller } from '#tests/api/failures/caller.ts';
import {
  awaitBegun,
  awaitHeldSettle,
  awaitRequest,
  awaitRuns,
  awaitWords,
  holdSettle,
} from '#tests/api/failures/moments.ts';
import { either, type Row } from '#tests/api/failures/row.ts';
import type { StageOfProcesses } from './stage.ts';

const FOUR = 'one two three four';
const GOOD = { sees: `200 “${FOUR}”, stop, usage 4`, charged: "prompt + 4 tokens, the provider's count" };
const AT_ONCE = `Go [[sandbox: text="${FOUR}"]]`;
const STALLED = `Stall [[sandbox: text="${FOUR}" fault=stall after=2]]`;
const SLOW = `Slowly [[sandbox: text="${FOUR}" delay=1500]]`;
const AWAY_MS = 5000;
const HEARD_MS = 400;

/** The worker dies once `until` resolves, and another takes over its runs. */
const killed = (
  moment: string,
  until: (
    caller: Caller,
    stage: StageOfProcesses,
    test: TestContext,
  ) => Promise<{ seen: ReturnType<Caller['ask']>; mend?: () => Promise<void> }>,
  expected: Row['expected'],
): Row<StageOfProcesses> => ({
  name: `worker: killed ${moment}`,
  isAlone: true,
  async act(caller, stage, test) {
    const { seen, mend } = await until(caller, stage, test);
    await stage.killWorker();
    await mend?.();
    await stage.startWorker();
    return seen;
  },
  expected,
});

/** Our own processes and their database disappear during a call. */
export const DEATHS: readonly Row<StageOfProcesses>[] = [
  killed(
    'between hold and call',
    async (caller, stage) => {
      stage.worker().kill('SIGSTOP');
      const { seen } = caller.begin(AT_ONCE);
      await awaitRuns(caller, 1, 'queued');
      return { seen };
    },
    either(GOOD),
  ),
  killed(
    'before the first token',
    async (caller, { sandbox }) => {
      // The sandbox counts by the directive: each delivery needs one of its own.
      const pace = caller.delivery === 'whole' ? 1 : 2;
      const directive = `text="${FOUR}" pace=${pace} fault=hang times=1`;
      const { seen } = caller.begin(`${caller.userId} [[sandbox: ${directive}]]`);
      await awaitRequest(sandbox(), caller, () => true);
      return { seen };
    },
    either(GOOD),
  ),
  killed(
    'in mid-stream, after 2 tokens',
    async (caller) => {
      const call = caller.begin(STALLED);
      await awaitWords(call, 'one two');
      return call;
    },
    {
      streamed: {
        sees: '200 “one two”, error server_error interrupted',
        charged: 'prompt + 2 tokens, our count',
      },
    },
  ),
  killed(
    'between the last token and the settle',
    async (caller, _stage, test) => {
      const call = caller.begin(`Go [[sandbox: text="${FOUR}" pace=2000]]`);
      await awaitRuns(caller, 1);
      const letGo = await holdSettle(caller, test);
      await awaitBegun(caller);
      if (caller.delivery === 'streamed') await awaitWords(call, FOUR);
      const drop = await awaitHeldSettle(caller);
      return { seen: call.seen, mend: () => drop().then(letGo) };
    },
    {
      // The checkpoint of an unstreamed answer has the provider's count; for a stream it came too late.
      whole: { sees: '503 server_error interrupted, do not retry', charged: GOOD.charged },
      streamed: {
        sees: `200 “${FOUR}”, error server_error interrupted`,
        charged: 'prompt + 4 tokens, our count',
      },
    },
  ),
  killed(
    'after the settle',
    async (caller) => {
      const call = caller.begin(AT_ONCE);
      await call.seen;
      return call;
    },
    either(GOOD),
  ),
  {
    name: 'web: killed in mid-answer',
    isAlone: true,
    async act(caller, stage) {
      const web = await stage.newWeb();
      const call = caller.at(web.origin).begin(caller.delivery === 'whole' ? SLOW : STALLED);
      await (caller.delivery === 'whole' ? awaitRuns(caller, 1) : awaitWords(call, 'one two'));
      await web.stop('SIGKILL');
      return call.seen;
    },
    expected: {
      // The run waits for the retry of an official client, and no other caller loses money meanwhile.
      whole: { sees: 'connection cut', charged: GOOD.charged },
      streamed: { sees: '200 “one two”, connection cut', charged: 'prompt + 2 tokens, our count' },
    },
  },
  {
    name: 'database: gone for 5 s when the call comes',
    isAlone: true,
    async act(caller, { gate }) {
      await gate().shut();
      const call = caller.begin(AT_ONCE);
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
      await gate().open();
      return call.seen;
    },
    expected: either({ sees: '503 server_error unavailable, retry after 2 s' }),
  },
  {
    name: 'database: gone for 5 s during the call',
    isAlone: true,
    async act(caller, { gate }) {
      const call = caller.begin(SLOW);
      await awaitRuns(caller, 1);
      // The web process may be notified of its commit after the worker, which was woken meanwhile.
      await new Promise((resolve) => setTimeout(resolve, HEARD_MS));
      await gate().shut();
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
      await gate().open();
      return call.seen;
    },
    expected: either(GOOD),
  },
];
