import {
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize';
import { id, idOrNull, key, string, text, time } from './columns.ts';

/** A key of the hub's API. Caps are micro-dollars (BIGINT as text), `models` is a JSON list. */
export class ApiKeyRecord extends Model<
  InferAttributes<ApiKeyRecord>,
  InferCreationAttributes<ApiKeyRecord>
> {
  declare id: string;
  declare userId: string;
  declare applicationId: CreationOptional<string | null>;
  declare budgetId: string;
  declare createRef: CreationOptional<string | null>;
  declare name: string;
  declare prefix: string;
  declare valueHash: string;
  declare sealedValue: CreationOptional<string | null>;
  declare dailyCapMicro: CreationOptional<string | null>;
  declare weeklyCapMicro: CreationOptional<string | null>;
  declare monthlyCapMicro: CreationOptional<string | null>;
  declare totalCapMicro: CreationOptional<string | null>;
  declare models: CreationOptional<string | null>;
  declare expiresAt: CreationOptional<Date | null>;
  declare disabledAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  declare rotatedTo: CreationOptional<string | null>;
  declare rotatedFrom: CreationOptional<string | null>;
  declare overlapUntil: CreationOptional<Date | null>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare createdAt: Date;
}

export function initApiKeyModels(sequelize: Sequelize): void {
  ApiKeyRecord.init(
    {
      id: key(),
      userId: id(),
      applicationId: idOrNull(),
      budgetId: id(),
      createRef: idOrNull(),
      name: string(80),
      prefix: string(16),
      valueHash: string(64),
      sealedValue: string(255),
      dailyCapMicro: string(20),
      weeklyCapMicro: string(20),
      monthlyCapMicro: string(20),
      totalCapMicro: string(20),
      models: text(),
      expiresAt: time(),
      disabledAt: time(),
      revokedAt: time(),
      rotatedTo: idOrNull(),
      rotatedFrom: idOrNull(),
      overlapUntil: time(),
      lastUsedAt: time(),
      createdAt: time(),
    },
    { sequelize, tableName: 'api_keys' },
  );
}
