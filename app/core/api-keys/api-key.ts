import type { InferAttributes } from 'sequelize';
import type { CapName, KeyState } from '#app/contracts/api-keys.ts';
import type { ApiKeyRecord } from '#db/models/api-keys.ts';

/** Micro-dollars by window; null is no cap. */
export type Caps = Record<CapName, bigint | null>;

/** A key without its value. */
export interface ApiKey {
  id: string;
  userId: string;
  /** The application on whose behalf it was made. */
  applicationId: string | null;
  /** Keys that replaced one another share a budget: the id of the first of them. */
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
  /** When it ends because another key replaced it. */
  overlapUntil: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** What reading a key leaves in the database: what could be misused. */
export const WITHOUT_SECRETS = { exclude: ['valueHash', 'sealedValue', 'createRef'] };

export function toApiKey(row: InferAttributes<ApiKeyRecord>): ApiKey {
  return {
    id: row.id,
    userId: row.userId,
    applicationId: row.applicationId,
    budgetId: row.budgetId,
    name: row.name,
    prefix: row.prefix,
    caps: {
      daily: toMicro(row.dailyCapMicro),
      weekly: toMicro(row.weeklyCapMicro),
      monthly: toMicro(row.monthlyCapMicro),
      total: toMicro(row.totalCapMicro),
    },
    models: row.models === null ? null : (JSON.parse(row.models) as string[]),
    expiresAt: row.expiresAt,
    disabledAt: row.disabledAt,
    revokedAt: row.revokedAt,
    rotatedTo: row.rotatedTo,
    rotatedFrom: row.rotatedFrom,
    overlapUntil: row.overlapUntil,
    lastUsedAt: row.lastUsedAt,
    createdAt: row.createdAt,
  };
}

const toMicro = (column: string | null) => (column === null ? null : BigInt(column));

/** What a key is good for at a moment. */
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
