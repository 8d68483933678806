import {
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize';
import { flag, id, key, string, text, time, whole } from './columns.ts';

/** A model, whoever serves it. `provider` and `upstreamModel` are for the version before offers. */
export class CatalogueModel extends Model<
  InferAttributes<CatalogueModel>,
  InferCreationAttributes<CatalogueModel>
> {
  declare id: string;
  declare endpoint: string | null;
  declare provider: string;
  declare upstreamModel: string;
  declare name: string;
  declare description: CreationOptional<string | null>;
  declare contextTokens: number;
  declare maxOutputTokens: number;
  /** JSON of the types in contracts/models.ts. */
  declare supports: CreationOptional<string | null>;
  declare capabilities: CreationOptional<string | null>;
  declare parameters: CreationOptional<string | null>;
  declare tokenizer: string;
  declare knowledgeCutoff: CreationOptional<string | null>;
  declare releasedOn: CreationOptional<string | null>;
  declare shutdownOn: CreationOptional<string | null>;
  declare featured: CreationOptional<boolean>;
  declare enabled: CreationOptional<boolean>;
  declare rankOrder: CreationOptional<number>;
  declare source: CreationOptional<string | null>;
  declare readOn: CreationOptional<string | null>;
  declare confidence: CreationOptional<string>;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** Somebody who serves a model. */
export class Offer extends Model<InferAttributes<Offer>, InferCreationAttributes<Offer>> {
  declare id: string;
  declare modelId: string;
  declare provider: string;
  declare upstreamModel: string;
  declare wire: CreationOptional<string | null>;
  declare contextTokens: CreationOptional<number | null>;
  declare maxOutputTokens: CreationOptional<number | null>;
  declare supports: CreationOptional<string | null>;
  declare parameters: CreationOptional<string | null>;
  declare enabled: CreationOptional<boolean>;
  declare confidence: string;
  declare confirmedAt: CreationOptional<Date | null>;
  declare source: string;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A dated tariff of an offer; `rules` is JSON (contracts/price.ts). */
export class OfferPrice extends Model<InferAttributes<OfferPrice>, InferCreationAttributes<OfferPrice>> {
  declare id: string;
  declare offerId: string;
  declare validFrom: Date;
  declare validUntil: CreationOptional<Date | null>;
  declare rules: string;
  declare source: string;
  declare confidence: string;
  declare createdAt: Date;
}

/** A retired id that leads to its successor. */
export class ModelAlias extends Model<InferAttributes<ModelAlias>, InferCreationAttributes<ModelAlias>> {
  declare alias: string;
  declare modelId: string;
  declare retiredOn: CreationOptional<string | null>;
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
      supports: text(),
      capabilities: text(),
      parameters: text(),
      tokenizer: string(24),
      knowledgeCutoff: string(10),
      releasedOn: string(10),
      shutdownOn: string(10),
      featured: flag(),
      enabled: flag(),
      rankOrder: whole(),
      source: string(500),
      readOn: string(10),
      confidence: string(1),
      createdAt: time(),
      updatedAt: time(),
    },
    { sequelize, tableName: 'models' },
  );
  Offer.init(
    {
      id: key(),
      modelId: string(160),
      provider: string(40),
      upstreamModel: string(160),
      wire: string(24),
      contextTokens: whole(),
      maxOutputTokens: whole(),
      supports: text(),
      parameters: text(),
      enabled: flag(),
      confidence: string(1),
      confirmedAt: time(),
      source: string(500),
      createdAt: time(),
      updatedAt: time(),
    },
    { sequelize, tableName: 'offers' },
  );
  OfferPrice.init(
    {
      id: key(),
      offerId: id(),
      validFrom: time(),
      validUntil: time(),
      rules: text(),
      source: string(500),
      confidence: string(1),
      createdAt: time(),
    },
    { sequelize, tableName: 'offer_prices' },
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
}
