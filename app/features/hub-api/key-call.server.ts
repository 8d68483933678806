import type { KeyAnswer } from '#app/contracts/openai/answers/account-answers.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import { amounts } from '#app/core/api-keys/view-api-key.ts';
import { leftUnderCap } from '#app/core/api-keys/caps/check-caps.ts';
import { maskedValue } from '#app/core/api-keys/key-value.ts';
import { NOTHING_SPENT, readSpend } from '#app/core/api-keys/caps/spend.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** GET /api/v1/key: what the key that calls is and has left. Amounts are millionths of a dollar, null is no cap. */
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
  };
});

/** When a key stops by itself, for whichever reason is the first. */
function endOf({ expiresAt, overlapUntil }: ApiKey): Date | null {
  const ends = [expiresAt, overlapUntil].filter((end) => end !== null);
  return ends.length === 0 ? null : new Date(Math.min(...ends.map(Number)));
}
