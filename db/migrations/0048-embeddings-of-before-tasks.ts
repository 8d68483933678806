import type { Migration } from './migration.ts';

/**
 * Migration 0018 told embeddings from chat by their request, which a settled row has no more: those that had ended before
 * it became chat, in exports and for the operator. Only they have room for no output: a call of chat has at least a token.
 */
export const embeddingsOfBeforeTasks: Migration = {
  name: '0048-embeddings-of-before-tasks',
  up: [
    `UPDATE generations SET task = 'embedding'
     WHERE task = 'chat' AND target = 'call' AND max_output_tokens = 0`,
  ],
  down: [],
};
