import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { answeringOffers } from '#app/core/catalogue/offers/answering-offers.ts';
import { findKey } from '#app/core/provider-keys/provider-keys.ts';

/**
 * On whose key a message is answered.
 * @returns the endpoint whose key the person has brought; undefined for the operator's
 * @throws AppError no_user_key where only a key of theirs would do, and there is none
 */
export async function chooseKey(
  { userId, model, endpoint }: { userId: string; model: string; endpoint: Endpoint },
  at: Date,
): Promise<Endpoint | undefined> {
  const known = await findKey({ userId, name: endpoint });
  const { key } = await answeringOffers({ model, endpoint, ownKeys: new Set(known && [known.name]) }, at);
  if (key === 'missing')
    throw new AppError('no_user_key', {
      param: 'endpoint',
      params: { endpoint },
      message: `${endpoint} needs a key of your own: PUT /api/keys.`,
    });
  return key === 'own' ? endpoint : undefined;
}
