import {
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from 'sequelize';
import { flag, id, idOrNull, key, string, text, time, whole } from './columns.ts';

/** The source of a title; a title by the user is never overwritten. */
export type TitleSource = 'default' | 'words' | 'model' | 'user';

export class Conversation extends Model<
  InferAttributes<Conversation>,
  InferCreationAttributes<Conversation>
> {
  declare id: string;
  declare userId: string;
  declare applicationId: CreationOptional<string | null>;
  declare clientId: CreationOptional<string | null>;
  declare title: string;
  declare titleSource: CreationOptional<TitleSource>;
  declare endpoint: string;
  declare model: string;
  /** JSON of the endpoint's options; opaque to the database. */
  declare options: CreationOptional<string | null>;
  declare nextPosition: CreationOptional<number>;
  declare chosenRootId: CreationOptional<string | null>;
  /** The last message of the shown branch; null stands for the newest. */
  declare leafId: CreationOptional<string | null>;
  /** Set for a chat at the top of the list. */
  declare pinnedAt: CreationOptional<Date | null>;
  /** Set for a chat in the list of archived ones. */
  declare archivedAt: CreationOptional<Date | null>;
  declare folderId: CreationOptional<string | null>;
  /** The end of a temporary chat. */
  declare expiresAt: CreationOptional<Date | null>;
  declare createdAt: Date;
  declare updatedAt: Date;
}

export class Message extends Model<InferAttributes<Message>, InferCreationAttributes<Message>> {
  declare id: string;
  declare userId: string;
  declare conversationId: string;
  declare position: number;
  declare parentId: string;
  declare chosenChildId: CreationOptional<string | null>;
  declare clientId: CreationOptional<string | null>;
  declare sendRef: CreationOptional<string | null>;
  declare generationId: CreationOptional<string | null>;
  declare isCreatedByUser: boolean;
  declare sender: string;
  declare endpoint: CreationOptional<string | null>;
  declare model: CreationOptional<string | null>;
  declare text: string;
  declare thinking: CreationOptional<string | null>;
  declare tokens: CreationOptional<number | null>;
  declare isEdited: CreationOptional<boolean>;
  declare unfinished: CreationOptional<boolean>;
  declare cancelled: CreationOptional<boolean>;
  declare errorCode: CreationOptional<string | null>;
  declare errorDetail: CreationOptional<string | null>;
  declare finishReason: CreationOptional<string | null>;
  /** Micro-dollars as text (BIGINT). */
  declare costMicro: CreationOptional<string | null>;
  declare omittedMessages: CreationOptional<number>;
  declare createdAt: Date;
  declare updatedAt: Date;
}

export class Draft extends Model<InferAttributes<Draft>, InferCreationAttributes<Draft>> {
  declare userId: string;
  declare conversationKey: string;
  declare text: string;
  /** JSON: ids of the files to be sent with it. */
  declare files: CreationOptional<string | null>;
  declare updatedAt: Date;
}

export function initConversationModels(sequelize: Sequelize): void {
  Conversation.init(
    {
      id: key(),
      userId: id(),
      applicationId: idOrNull(),
      clientId: string(64),
      title: string(),
      titleSource: string(16),
      endpoint: string(32),
      model: string(160),
      options: text(),
      nextPosition: whole(),
      chosenRootId: idOrNull(),
      leafId: idOrNull(),
      pinnedAt: time(),
      archivedAt: time(),
      folderId: idOrNull(),
      expiresAt: time(),
      createdAt: time(),
      updatedAt: time(),
    },
    { sequelize, tableName: 'conversations' },
  );
  Message.init(
    {
      id: key(),
      userId: id(),
      conversationId: id(),
      position: whole(),
      parentId: id(),
      chosenChildId: idOrNull(),
      clientId: string(64),
      sendRef: string(64),
      generationId: idOrNull(),
      isCreatedByUser: flag(),
      sender: string(80),
      endpoint: string(32),
      model: string(160),
      text: text(),
      thinking: text(),
      tokens: whole(),
      isEdited: flag(),
      unfinished: flag(),
      cancelled: flag(),
      errorCode: string(40),
      errorDetail: text(),
      finishReason: string(24),
      costMicro: string(20),
      omittedMessages: whole(),
      createdAt: time(),
      updatedAt: time(),
    },
    { sequelize, tableName: 'messages' },
  );
  Draft.init(
    {
      userId: { ...id(), primaryKey: true },
      conversationKey: { ...string(36), primaryKey: true },
      text: text(),
      files: text(),
      updatedAt: time(),
    },
    { sequelize, tableName: 'drafts' },
  );
}
