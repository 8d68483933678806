import { ApiKeyRecord } from '#db/models/api-keys.ts';
import type { Tx } from '#db/transaction.ts';
import { maskedValue } from './key-value.ts';

/** By what its owner knows a key again. */
export interface KeyLabel {
  id: string;
  name: string;
  /** `sk-par-Ab3d…` */
  maskedValue: string;
}

/** The label of a user's key, also of one that is over; null for one that is not theirs or not there. */
export async function findKeyLabel(
  tx: Tx,
  { userId, keyId }: { userId: string; keyId: string },
): Promise<KeyLabel | null> {
  const record = await ApiKeyRecord.findOne({
    where: { id: keyId, userId },
    attributes: ['id', 'name', 'prefix'],
    transaction: tx,
  });
  return record && { id: record.id, name: record.name, maskedValue: maskedValue(record.prefix) };
}
