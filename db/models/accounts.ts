import {
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize';
import { flag, id, key, string, time, whole } from './columns.ts';

/** A user who can sign in. */
export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: string;
  declare email: string;
  declare emailVerifiedAt: CreationOptional<Date | null>;
  declare name: string;
  declare username: CreationOptional<string | null>;
  declare avatar: CreationOptional<string | null>;
  declare passwordHash: CreationOptional<string | null>;
  declare role: CreationOptional<'USER' | 'ADMIN'>;
  declare locale: CreationOptional<string | null>;
  declare defaultModel: CreationOptional<string | null>;
  /** True if request and response bodies of the user's API calls are stored for them. */
  declare keepsCalls: CreationOptional<boolean>;
  /** No response of the public API is stored, even if its call asks for it. */
  declare refusesStore: CreationOptional<boolean>;
  declare consentAt: Date;
  declare bannedAt: CreationOptional<Date | null>;
  declare bannedUntil: CreationOptional<Date | null>;
  declare banReason: CreationOptional<string | null>;
  /** Set in the row of a deleted user, which stays for the ledger. */
  declare deletedAt: CreationOptional<Date | null>;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A signed-in browser (`browser`) or API client (`api`): one family of refresh tokens. */
export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: string;
  declare userId: string;
  declare kind: 'browser' | 'api';
  declare refreshCounter: CreationOptional<number>;
  declare refreshedAt: CreationOptional<Date | null>;
  declare userAgent: CreationOptional<string | null>;
  declare address: CreationOptional<string | null>;
  declare createdAt: Date;
  declare seenAt: Date;
  declare expiresAt: Date;
  declare endedAt: CreationOptional<Date | null>;
}

export function initAccountModels(sequelize: Sequelize): void {
  User.init(
    {
      id: key(),
      email: string(120),
      emailVerifiedAt: time(),
      name: string(80),
      username: string(80),
      avatar: string(500),
      passwordHash: string(),
      role: string(16),
      locale: string(16),
      defaultModel: string(160),
      keepsCalls: flag(),
      refusesStore: flag(),
      consentAt: time(),
      bannedAt: time(),
      bannedUntil: time(),
      banReason: string(),
      deletedAt: time(),
      createdAt: time(),
      updatedAt: time(),
    },
    { sequelize, tableName: 'users' },
  );
  Session.init(
    {
      id: key(),
      userId: id(),
      kind: string(16),
      refreshCounter: whole(),
      refreshedAt: time(),
      userAgent: string(),
      address: string(64),
      createdAt: time(),
      seenAt: time(),
      expiresAt: time(),
      endedAt: time(),
    },
    { sequelize, tableName: 'sessions' },
  );
}
