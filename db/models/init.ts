import type { Sequelize } from 'sequelize';
import { initAccountModels } from './accounts.ts';
import { initConversationModels } from './conversations.ts';

/** Binds every model to a connection. The ledger and the generations have none: their statements are written by hand. */
export function initModels(sequelize: Sequelize): void {
  initAccountModels(sequelize);
  initConversationModels(sequelize);
}
