import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installPackages } from '#scripts/launch/install-packages.mjs';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { askProgram, nameOf, PROGRAMS, PROGRAMS_ROOT } from './programs.ts';

const MODEL = 'sandbox/seeing';
const INSTALL_MS = 900_000;
/** For a program that retries refused calls. */
const TEST_MS = 300_000;

// A program sends several calls for one answer: for titles, and retries of refused ones.
Object.assign(process.env, { LIMIT_API_CALLS: '0', LIMIT_API_CALLS_ADDRESS: '0', LIMIT_API_CALLS_KEY: '0' });
const engine = useEngine();
const web = useWeb();
let owner: Awaited<ReturnType<typeof createKey>>;

beforeAll(
  () => installPackages({ development: false, say: () => undefined, root: PROGRAMS_ROOT }),
  INSTALL_MS,
);

beforeEach(async () => {
  await createModel({ id: MODEL, supports: ['text-to-text', 'image-to-text'] });
  owner = await createKey();
});

const balance = () => readBalance(AUTOCOMMIT, owner.userId);

describe.each(PROGRAMS)('$name', { timeout: TEST_MS }, (program) => {
  const ask = (prompt: string, apiKey = owner.value) =>
    askProgram(program, { origin: web.origin(), apiKey, model: MODEL, prompt });

  beforeEach(({ task }) => {
    task.meta.client = { name: nameOf(program), feature: task.name };
  });

  it('plain answer, usage', async () => {
    const { output, code } = await ask('Hello [[sandbox: text=Ahoy-there]]');
    expect(output).toContain('Ahoy-there');
    expect(code).toBe(0);
    await expect.poll(async () => (await balance()).heldMicro).toBe(0n);
    expect((await balance()).balanceMicro).toBeLessThan(1_000_000n);
  });

  it('tool, streamed', async () => {
    const { output, code } = await ask(`Hello [[sandbox: tool=${program.tool}]]`);
    expect(output).toContain(`${program.tool} says`);
    expect(code).toBe(0);
    const roles = engine
      .sandbox()
      .requests()
      .flatMap(({ body }) => (body as { messages: { role: string }[] }).messages.map(({ role }) => role));
    expect(roles).toContain('tool');
  });

  it('401: a wrong key, stream', async () => {
    const { output, code } = await ask('Hello there', 'sk-par-wrong');
    expect(output).toContain('Incorrect API key provided.');
    expect(code).toBe(1);
    expect(engine.sandbox().requests()).toEqual([]);
  });
});
