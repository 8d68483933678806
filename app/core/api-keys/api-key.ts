import type { CapName, KeyState } from '#app/contracts/api-keys.ts';

/** Micro-dollars by window; null is no cap. */
export type Caps = Record<CapName, bigint | null>;

/** A key without its value. */
export interface ApiKey {
  id: string;
  userId: string;
  /** The application that it was created for. */
  applicationId: string | null;
  /** Keys that replace one another share a budget: the id of the first of them. */
  budgetId: string;
  name: string;
  prefix: string;
  caps: Caps;
  /** Ids of the models that it may be used for; null is all. */
  models: readonly string[] | null;
  expiresAt: Date | null;
  disabledAt: Date | null;
  revokedAt: Date | null;
  rotatedTo: string | null;
  rotatedFrom: string | null;
  /** When it ends because another key has replaced it. */
  overlapUntil: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** The columns of a key, without sensitive ones. */
export const KEY_COLUMNS = `id, user_id AS userId, application_id AS applicationId, budget_id AS budgetId, name, prefix,
  daily_cap_micro AS daily, weekly_cap_micro AS weekly, monthly_cap_micro AS monthly, total_cap_micro AS total,
  models, expires_at AS expiresAt, disabled_at AS disabledAt, revoked_at AS revokedAt, rotated_to AS rotatedTo,
  rotated_from AS rotatedFrom, overlap_until AS overlapUntil, last_used_at AS lastUsedAt, created_at AS createdAt`;

/** A row of `KEY_COLUMNS`: money is BIGINT as text, `models` a JSON list. */
export type KeyRow = Omit<ApiKey, 'caps' | 'models'> &
  Record<CapName, string | null> & { models: string | null };

export function toApiKey({ daily, weekly, monthly, total, models, ...columns }: KeyRow): ApiKey {
  return {
    ...columns,
    caps: {
      daily: toMicro(daily),
      weekly: toMicro(weekly),
      monthly: toMicro(monthly),
      total: toMicro(total),
    },
    models: models === null ? null : (JSON.parse(models) as string[]),
  };
}

const toMicro = (column: string | null) => (column === null ? null : BigInt(column));

/** The state of a key at a moment. */
export function stateOf(key: ApiKey, now = new Date()): KeyState {
  if (key.revokedAt !== null) return 'revoked';
  if (key.overlapUntil !== null && key.overlapUntil <= now) return 'replaced';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired';
  return key.disabledAt === null ? 'active' : 'disabled';
}

/** True when a key may be used for a model. @param modelId of the model that would answer, not of an alias */
export function mayUseModel({ models }: Pick<ApiKey, 'models'>, modelId: string): boolean {
  return models === null || models.includes(modelId);
}
