import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FREE_REASONS } from '#app/contracts/generation.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { countUnseenLeave } from '#app/core/limits/quotas.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { SeenRequest } from '#app/sandbox/providers/record.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { openCall, readEnd } from '#tests/fixtures/engine-call.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL, seedFrom, sizeFrom } from '#tests/setup/suite.ts';

// Whenever an answer ends and its client leaves: providers never bill more than is charged, except for the
// operator's share (design 1): answers that fail without output, hidden reasoning of a canceled call,
// continuations.
const engine = useEngine();

const SEED = seedFrom('ENDS_SEED');
const CALLS = sizeFrom('ENDS_CALLS', { default: 60, full: 600 });
const CREDIT_MICRO = 1_000_000_000n;

const ENDS = [
  'text="one two three four"',
  'text="one two three four" usage=missing',
  'text="one two three four" usage=absurd',
  'text="one two three four" usage=twice',
  'text="one two three four" usage=running',
  'hidden=30 text="one two three"',
  'hidden=60',
  'thinking="Hm, let me see" text="one two three"',
  'refusal="I would rather not"',
  'tool=weather',
  'fault=empty',
  'fault=empty finish=length',
  'fault=empty finish=content_filter',
  'fault=no-finish after=0 usage=missing text=""',
  'fault=no-finish after=2 text="one two three four"',
  'fault=error-first',
  'fault=error-mid after=2 text="one two three four"',
  'fault=cut after=0',
  'fault=cut after=2 text="one two three four"',
  'fault=malformed after=2 text="one two three four"',
  'fault=500',
  'fault=429',
  'fault=filter',
] as const;

const LEAVES = ['never', 'at the door', 'before a word', 'after two words'] as const;

const THINKER = 'sandbox/thinker';
const WATCHER = 'moonshotai/watcher';
const MODELS = ['sandbox/one', 'sandbox/two', 'sandbox/messages', THINKER, WATCHER] as const;
const TOOLS = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];

beforeEach(async () => {
  await createModel({ id: 'sandbox/one' });
  await createModel({ id: 'sandbox/two', offers: [{ provider: 'sandbox' }, { provider: 'sandbox-b' }] });
  await createModel({
    id: 'sandbox/messages',
    endpoint: 'anthropic',
    offers: [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }],
  });
  await createModel({ id: WATCHER, supports: ['text-to-text', 'video-to-text'] });
  await createModel({ id: THINKER, capabilities: ['streaming', 'tools', 'reasoning'] });
});

/** Numbers that look random and are the same for a seed. */
function lots(seed: number) {
  let state = seed | 1;
  return <Item>(items: readonly Item[]): Item => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return items[Math.floor((state / 2 ** 32) * items.length)]!;
  };
}

const gateOf = (name: string) => sandboxGate(engine.sandbox().url, name);
const WAITING = { timeout: 30_000, interval: 20 };

const videoOf = (seconds: number) => ({
  type: 'video_url',
  video_url: {
    url: `data:video/mp4;base64,${mp4({ seconds, width: 1280, height: 720 }).toString('base64')}`,
  },
});

/** Tokens at the price of the test's models, in micro-dollars. */
const priceOf = (prompt: number, completion: number) => prompt + 4 * completion;

interface Story {
  directive: string;
  /** Its client left before its usage arrived. */
  isCanceled: boolean;
  isFree: boolean;
}

/** The provider's bill for one request: its prompt with its first byte, and its output. */
function billOf({ status, bill, tokens, closedAt }: SeenRequest, { directive, isCanceled }: Story): number {
  if (status !== 200 || !bill) return 0;
  const breaks = directive.includes('fault=') && !directive.includes('fault=empty');
  // Usage that is never reported cannot be charged; reasoning that only the usage reports is the operator's
  // cost.
  const reportsUsage = !isCanceled && !/usage=(?:missing|absurd)/.test(directive);
  const isWhole = closedAt === null && !breaks && reportsUsage;
  return priceOf(bill.prompt, isWhole ? bill.completion : tokens);
}

/** The part of it that the operator bears. */
function borneOf(requests: readonly SeenRequest[], story: Story): number {
  let hasBegun = false;
  let borne = 0;
  for (const [index, request] of requests.entries()) {
    const isFailed = request.tokens === 0 && index < requests.length - 1;
    // Calls after output continue it, or are discarded if they do not.
    if (story.isFree || isFailed || hasBegun) borne += billOf(request, story);
    hasBegun ||= request.tokens > 0;
  }
  return borne;
}

describe(`ends of calls, ENDS_SEED=${SEED}`, () => {
  it(
    `${CALLS} of them cost no more than is charged and the part of the operator`,
    async () => {
      const one = lots(SEED);
      const owner = await createKey({ creditMicro: CREDIT_MICRO });
      // Its calls of a model with hidden reasoning run to their end, whenever the client leaves.
      for (let left = 0; left < 5; left += 1) await countUnseenLeave(owner.userId);
      let paid = 0;
      for (let call = 0; call < CALLS; call += 1) {
        const [model, end, leave, stream] = [one(MODELS), one(ENDS), one(LEAVES), one([true, true, false])];
        const [door, gate] = [`door-${call}`, `gate-${call}`];
        const hold = leave === 'after two words' ? 2 : 0;
        const stops = `${leave === 'at the door' ? `door=${door} ` : ''}gate=${gate} hold=${hold}`;
        const directive = `${end}${leave === 'never' ? '' : ` ${stops}`}`;
        const content = `${'Tell me more. '.repeat(one([1, 5, 40]))}[[sandbox: ${directive} pace=0]]`;
        const body = {
          model,
          stream,
          messages: [
            ...(model === WATCHER ? [{ role: 'user', content: [videoOf(one([1, 10, 60]))] }] : []),
            { role: 'user', content },
          ],
          ...(end.includes('tool=') && { tools: TOOLS }),
          ...(one([true, false]) && { max_tokens: one([2, 20, 200]) }),
        };
        const before = engine.sandbox().requests().length;
        const { generationId, ...client } = await openCall(owner, body);
        const isOver = async () => !['queued', 'running'].includes((await readEnd(generationId)).state ?? '');
        if (leave === 'never') await client.end();
        else {
          const place = gateOf(leave === 'at the door' ? door : gate);
          await vi.waitUntil(async () => (await place.waiting()) > 0 || (await isOver()), WAITING);
          // The presence of a client of an unstreamed answer is not checked.
          await (stream ? client.leave() : client.close());
          await gateOf(door).open(0);
          const runsOn = !stream || model === THINKER;
          await vi.waitUntil(async () => {
            // The next offer waits at the same gates.
            if (runsOn) await Promise.all([gateOf(door).open(0), gateOf(gate).open(0)]);
            return isOver();
          }, WAITING);
          await gateOf(gate).open(0);
        }

        const requests = engine.sandbox().requests().slice(before);
        const ended = await readEnd(generationId);
        const story = {
          directive,
          isCanceled: leave !== 'never' && ended.source === 'counted',
          isFree: (FREE_REASONS as readonly (string | null)[]).includes(ended.reason ?? null),
        };
        const billed = requests.reduce((sum, request) => sum + billOf(request, story), 0);
        const borne = borneOf(requests, story);
        const said = JSON.stringify({
          call,
          model,
          directive,
          stream,
          leave,
          ended,
          requests: requests.map((request) => ({ ...request, body: null })),
        });
        expect(ended.chargedMicro, `${said}`).toBeLessThanOrEqual(ended.heldMicro);
        expect(billed, `${said}`).toBeLessThanOrEqual(ended.chargedMicro + borne);
        paid += ended.chargedMicro;
      }
      expect(paid).toBeGreaterThan(0);
      const { balanceMicro, heldMicro } = await readBalance(AUTOCOMMIT, owner.userId);
      const sql = `SELECT CAST(SUM(amount_micro) AS CHAR) AS total FROM ledger_entries
      WHERE account_id = (SELECT id FROM accounts WHERE user_id = ?)`;
      const ledger = await selectRow<{ total: string }>(AUTOCOMMIT, sql, [owner.userId]);
      expect(heldMicro).toBe(0n);
      expect(balanceMicro).toBe(BigInt(ledger!.total));
      expect(balanceMicro).toBe(CREDIT_MICRO - BigInt(paid));
    },
    IS_FULL ? 600_000 : 120_000,
  );
});
