import { CAP_NAMES } from '#app/contracts/api-keys.ts';
import { toDollars, type Micro } from '#app/contracts/money.ts';
import type {
  CreditsAnswer,
  KeyAnswer,
  KeyOfOpenRouter,
} from '#app/contracts/openai/answers/account-answers.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import { leftUnderCap, NOTHING_SPENT, readSpend, type Spend } from '#app/core/api-keys/budget.ts';
import { maskedValue } from '#app/core/api-keys/key-value.ts';
import { amounts } from '#app/core/api-keys/key-view.ts';
import { readCredits } from '#app/core/ledger/balances.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * GET /api/v1/key: the calling key and what it has left. Amounts are millionths of a dollar; null means no
 * cap.
 */
export const keyCall = hubEndpoint({}, async ({ key }): Promise<KeyAnswer> => {
  const spend = (await readSpend(AUTOCOMMIT, [key.id])).get(key.id) ?? NOTHING_SPENT;
  return {
    object: 'key',
    id: key.id,
    name: key.name,
    value: maskedValue(key.prefix),
    caps_micro: amounts((cap) => key.caps[cap]),
    spent_micro: amounts((cap) => spend[cap]),
    remaining_micro: amounts((cap) => leftUnderCap(key.caps[cap], spend[cap])),
    models: key.models,
    expires_at: endOf(key)?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
    data: keyOfOpenRouter(key, spend),
  };
});

/**
 * GET /api/v1/credits: the money of the account that the key belongs to, as exact dollars in text and as
 * millionths of a dollar. `total_credits` minus `total_usage` is the balance; `available` is the balance
 * minus what running calls hold.
 */
export const creditsCall = hubEndpoint({}, async ({ user }): Promise<CreditsAnswer> => {
  const { grantedMicro, usedMicro, balanceMicro, heldMicro } = await readCredits(AUTOCOMMIT, user.id);
  const amounts = {
    total_credits: grantedMicro,
    total_usage: usedMicro,
    held: heldMicro,
    available: balanceMicro - heldMicro,
  };
  const each = <Shown>(show: (micro: Micro) => Shown) =>
    Object.fromEntries(Object.entries(amounts).map(([name, micro]) => [name, show(micro)])) as Record<
      keyof typeof amounts,
      Shown
    >;
  const [total_credits, total_usage] = [Number(grantedMicro) / 1e6, Number(usedMicro) / 1e6];
  const data = { total_credits, total_usage };
  return { object: 'credits', ...each(toDollars), micro: each(Number), data };
});

/**
 * The key in OpenRouter's shape. OpenRouter's clients know one limit: the cap with the smallest amount left.
 */
function keyOfOpenRouter(key: ApiKey, spend: Spend): KeyOfOpenRouter {
  const caps = CAP_NAMES.flatMap((name) => {
    const left = leftUnderCap(key.caps[name], spend[name]);
    return left === null ? [] : [{ name, cap: key.caps[name]!, left }];
  });
  const tightest = caps.toSorted((a, b) => Number(a.left - b.left))[0];
  return {
    label: maskedValue(key.prefix),
    limit: tightest ? dollars(tightest.cap) : null,
    limit_remaining: tightest ? dollars(tightest.left) : null,
    limit_reset: tightest && tightest.name !== 'total' ? tightest.name : null,
    usage: dollars(spend.total),
    usage_daily: dollars(spend.daily),
    usage_weekly: dollars(spend.weekly),
    usage_monthly: dollars(spend.monthly),
    expires_at: endOf(key)?.toISOString() ?? null,
    ...NOT_HERE,
  };
}

const dollars = (micro: bigint) => Number(micro) / 1e6;

/** Fields of OpenRouter's accounts that do not apply to keys of this server. */
const NOT_HERE = {
  include_byok_in_limit: false,
  byok_usage: 0,
  byok_usage_daily: 0,
  byok_usage_weekly: 0,
  byok_usage_monthly: 0,
  is_free_tier: false,
  is_management_key: false,
  is_provisioning_key: false,
  free_model_daily_requests: { limit: 0, remaining: 0, used: 0 },
  rate_limit: { requests: -1, interval: '10s', note: 'See the x-ratelimit headers of each answer.' },
  allowed_data_regions: [] as string[],
  creator_user_id: null,
  organization_id: null,
  workspace_id: null,
} as const;

/**
 * The time when a key stops working: its expiry or the end of its overlap, whichever comes first; null if
 * never.
 */
function endOf({ expiresAt, overlapUntil }: ApiKey): Date | null {
  const ends = [expiresAt, overlapUntil].filter((end) => end !== null);
  return ends.length === 0 ? null : new Date(Math.min(...ends.map(Number)));
}
