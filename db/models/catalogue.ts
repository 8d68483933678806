import {
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize';
import { flag, key, string, text, time, whole } from './columns.ts';

/** A model that can be talked to. */
export class CatalogueModel extends Model<
  InferAttributes<CatalogueModel>,
  InferCreationAttributes<CatalogueModel>
> {
  declare id: string;
  declare endpoint: string;
  declare provider: string;
  declare upstreamModel: string;
  declare name: string;
  declare description: CreationOptional<string | null>;
  declare contextTokens: number;
  declare maxOutputTokens: number;
  declare tokenizer: string;
  declare knowledgeCutoff: CreationOptional<string | null>;
  declare enabled: CreationOptional<boolean>;
  declare rankOrder: CreationOptional<number>;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A retired id that leads to its successor. */
export class ModelAlias extends Model<InferAttributes<ModelAlias>, InferCreationAttributes<ModelAlias>> {
  declare alias: string;
  declare modelId: string;
  declare retiredOn: CreationOptional<string | null>;
  declare createdAt: Date;
}

/** A dated price in 10^-12 dollars per token (BIGINT as text). */
export class Price extends Model<InferAttributes<Price>, InferCreationAttributes<Price>> {
  declare id: string;
  declare modelId: string;
  declare validFrom: Date;
  declare validUntil: CreationOptional<Date | null>;
  declare inputPico: string;
  declare cachedInputPico: CreationOptional<string | null>;
  declare outputPico: string;
  declare source: string;
  declare confidence: string;
  declare createdAt: Date;
}

export function initCatalogueModels(sequelize: Sequelize): void {
  CatalogueModel.init(
    {
      id: { ...string(160), primaryKey: true },
      endpoint: string(32),
      provider: string(40),
      upstreamModel: string(160),
      name: string(120),
      description: text(),
      contextTokens: whole(),
      maxOutputTokens: whole(),
      tokenizer: string(24),
      knowledgeCutoff: string(10),
      enabled: flag(),
      rankOrder: whole(),
      createdAt: time(),
      updatedAt: time(),
    },
    { sequelize, tableName: 'models' },
  );
  ModelAlias.init(
    {
      alias: { ...string(160), primaryKey: true },
      modelId: string(160),
      retiredOn: string(10),
      createdAt: time(),
    },
    { sequelize, tableName: 'model_aliases' },
  );
  Price.init(
    {
      id: key(),
      modelId: string(160),
      validFrom: time(),
      validUntil: time(),
      inputPico: string(20),
      cachedInputPico: string(20),
      outputPico: string(20),
      source: string(500),
      confidence: string(1),
      createdAt: time(),
    },
    { sequelize, tableName: 'prices' },
  );
}
