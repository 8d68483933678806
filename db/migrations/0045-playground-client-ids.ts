import { NAME, type Migration } from './migration.ts';

const CLIENT_ID = ['playgrounds', 'client_id'] as const;

/** The client's id of a playground conversation; two accounts may use the same one. */
export const playgroundClientIds: Migration = {
  name: '0045-playground-client-ids',
  up: [
    {
      column: CLIENT_ID,
      present: false,
      sql: `ALTER TABLE playgrounds ADD COLUMN client_id ${NAME(64)} NULL,
        ADD UNIQUE KEY playgrounds_client (user_id, client_id)`,
    },
  ],
  down: [
    {
      column: CLIENT_ID,
      present: true,
      sql: 'ALTER TABLE playgrounds DROP KEY playgrounds_client, DROP COLUMN client_id',
    },
  ],
};
