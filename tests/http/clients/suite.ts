import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { useWeb } from '#tests/setup/web.ts';
import { PLACE, WEATHER, type Client, type ClientKind, type ClientResult } from './client.ts';
import { PIXEL_URL } from '#tests/fixtures/pixel.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** For the table at the end of the run. */
    client?: { name: string; feature: string };
  }
}

const MODEL = 'sandbox/seeing';
const VECTORS = 'sandbox/vectors';
const CREDIT_MICRO = 1_000_000n;
/** Calls of a key per hour: more than any test makes, except the one that uses them up. */
const MAX_CALLS = 12;
/** All uses of the hub by a real client, from its answers to its failures. */
export function describeClient(kind: ClientKind): void {
  const { name, connect, statusOf, triesOfLimited, readsFirstUsage = false } = kind;
  Object.assign(process.env, {
    LIMIT_API_CALLS: '0',
    LIMIT_API_CALLS_ADDRESS: '0',
    LIMIT_API_CALLS_KEY: String(MAX_CALLS),
    LIMIT_API_WINDOW: '3600',
  });
  const engine = useEngine();
  const web = useWeb();
  let owner: Awaited<ReturnType<typeof createKey>>;
  let tries = 0;

  const connected = (apiKey = owner.value, model = MODEL): Client =>
    connect({
      apiKey,
      model,
      vectors: VECTORS,
      baseURL: `${web.origin()}/api/v1`,
      fetch: (...request) => {
        tries += 1;
        return fetch(...request);
      },
    });
  beforeEach(async () => {
    await createModel({ id: MODEL, supports: ['text-to-text', 'image-to-text'] });
    await createModel({ id: VECTORS, supports: ['text-to-embedding'], upstreamModel: 'sandbox-embedding' });
    owner = await createKey();
    tries = 0;
  });

  /** A feature is tested if the client supports all that it needs. */
  const feature = <Needed extends keyof Client>(
    label: string,
    needed: readonly Needed[],
    run: (client: Client & Required<Pick<Client, Needed>>) => Promise<void>,
  ) => {
    const offered = connect({
      apiKey: 'none',
      baseURL: 'http://127.0.0.1:9',
      fetch,
      model: MODEL,
      vectors: VECTORS,
    });
    if (!needed.every((one) => offered[one])) return;
    it(`${label}`, async ({ task }) => {
      expect.hasAssertions();
      task.meta.client = { name, feature: label };
      await run(connected() as Client & Required<Pick<Client, Needed>>);
    });
  };
  const charged = async () => {
    const { balanceMicro } = await readBalance(AUTOCOMMIT, owner.userId);
    return Number(CREDIT_MICRO - balanceMicro);
  };
  const expectCharged = async ({ usage }: ClientResult) => {
    const { input, output } = usage!;
    expect(input).toBeGreaterThan(0);
    expect(await charged()).toBe(input + 4 * output);
  };
  const settled = async () => {
    await expect.poll(async () => (await readBalance(AUTOCOMMIT, owner.userId)).heldMicro).toBe(0n);
  };

  describe(`${name}`, () => {
    feature('plain answer, usage', ['answer'], async ({ answer }) => {
      const heard = await answer('[[sandbox: text="Grüß dich 🚣🏽"]]');
      expect(heard.text).toBe('Grüß dich 🚣🏽');
      await expectCharged(heard);
    });

    feature('stream, usage', ['stream'], async ({ stream }) => {
      const pieces: string[] = [];
      const heard = await stream('[[sandbox: length=40]]', { onText: (piece) => pieces.push(piece) });
      expect(pieces.length).toBeGreaterThan(3);
      expect(pieces.join('')).toBe(heard.text);
      expect(heard.usage?.output).toBe(40);
      if (readsFirstUsage) expect(await charged()).toBeGreaterThan(4 * 40);
      else await expectCharged(heard);
    });

    feature('thoughts', ['answer', 'stream'], async ({ answer, stream }) => {
      const prompt = '[[sandbox: text="Yes" thinking="Let me see"]]';
      const [whole, streamed] = [await answer(prompt), await stream(prompt)];
      expect([whole.text, streamed.text]).toEqual(['Yes', 'Yes']);
      if (whole.thoughts !== null) expect(whole.thoughts).toBe('Let me see');
      if (streamed.thoughts !== null) expect(streamed.thoughts).toBe('Let me see');
    });

    for (const isStreamed of [false, true]) {
      const way = isStreamed ? 'streamed' : 'whole';
      feature(`tool, ${way}`, ['callTools'], async ({ callTools }) => {
        const { text, calls } = await callTools('Rome [[sandbox: tool=weather]]', isStreamed);
        expect(calls).toEqual([{ city: 'Rome', days: 3 }]);
        expect(text).toBe(`weather says: ${WEATHER}`);
        expect(engine.sandbox().requests()).toHaveLength(2);
      });

      feature(`tools at once, ${way}`, ['callTools'], async ({ callTools }) => {
        const { text, calls } = await callTools('Rome [[sandbox: calls=2]]', isStreamed);
        expect(calls).toHaveLength(2);
        expect(calls.every((call) => PLACE.safeParse(call).success)).toBe(true);
        expect(text).toContain(`weather says: ${WEATHER}`);
        expect(engine.sandbox().requests()).toHaveLength(2);
      });
    }

    feature('object, whole', ['object'], async ({ object }) => {
      expect(PLACE.safeParse(await object('Along the Danube')).error).toBeUndefined();
    });

    feature('object, streamed', ['streamObject'], async ({ streamObject }) => {
      expect(PLACE.safeParse(await streamObject('Along the Danube')).error).toBeUndefined();
    });

    feature('picture', ['see'], async ({ see }) => {
      const heard = await see('[[sandbox: text="A dot"]]', PIXEL_URL);
      expect(heard.text).toBe('A dot');
      expect(heard.usage?.input).toBeGreaterThan(255);
    });

    feature('vectors', ['embed'], async ({ embed }) => {
      const [one, other, same] = await embed(['word', 'other', 'word']);
      expect(one).toHaveLength(256);
      expect(same).toEqual(one);
      expect(other).not.toEqual(one);
    });

    feature('choices', ['choices'], async ({ choices }) => {
      expect(await choices('[[sandbox: text="one two"]]', 3)).toEqual(['one two', 'one two', 'one two']);
    });

    feature('models', ['models'], async ({ models }) => {
      expect(await models()).toContain(MODEL);
    });

    feature('leaving a stream', ['stream'], async ({ stream }) => {
      const leaving = new AbortController();
      const reading = stream('[[sandbox: length=3000 gate=left hold=20]]', {
        signal: leaving.signal,
        onText: () => leaving.abort(),
      });
      await reading.catch(() => undefined);
      await expect.poll(() => engine.sandbox().requests()[0]?.closedAt).toBeTruthy();
      await settled();
      expect(await charged()).toBeGreaterThan(0);
      expect(await charged()).toBeLessThan(3000 * 4);
      expect(tries).toBe(1);
    });

    const refusals: [number, string, () => Promise<Client>][] = [
      [401, 'a wrong key', async () => connected('sk-par-wrong')],
      [402, 'no money', async () => connected((await createKey({ creditMicro: 0n })).value)],
      [404, 'no such model', async () => connected(owner.value, 'nobody/knows')],
    ];
    for (const [status, words, refused] of refusals) {
      for (const way of ['answer', 'stream', 'object'] as const) {
        feature(`${status}: ${words}, ${way}`, [way], async () => {
          const client = await refused();
          const thrown: unknown = await client[way]!('Hi').then(
            () => null,
            (error: unknown) => error,
          );
          expect(statusOf(thrown)).toBe(status);
          expect(tries).toBe(1);
          expect(engine.sandbox().requests()).toHaveLength(0);
          expect(await charged()).toBe(0);
        });
      }
    }

    const askTooOften = async (client: Client) => {
      const headers = { authorization: `Bearer ${owner.value}` };
      for (let call = 0; call < MAX_CALLS; call += 1) await fetch(`${web.origin()}/api/v1/key`, { headers });
      const asked = client.answer?.('Hi') ?? client.object?.('Hi');
      const thrown: unknown = await asked?.then(
        () => null,
        (error: unknown) => error,
      );
      expect(statusOf(thrown)).toBe(429);
      expect(tries).toBe(triesOfLimited);
      expect(engine.sandbox().requests()).toHaveLength(0);
    };
    // A client that does not read `x-should-retry` pauses for seconds between its tries.
    if (triesOfLimited === 1 || IS_FULL) feature('429: too many calls', [], askTooOften);

    feature('an error in a stream', ['stream'], async ({ stream }) => {
      let said = '';
      const reading = stream('[[sandbox: length=40 fault=error-mid after=10]]', {
        onText: (piece) => (said += piece),
      });
      await expect(reading).rejects.toBeTruthy();
      expect(said).not.toBe('');
      await settled();
      expect(await charged()).toBeGreaterThan(0);
      expect(tries).toBe(1);
      // The second is ours, to continue the answer.
      expect(engine.sandbox().requests()).toHaveLength(2);
    });
  });
}
