import type { Migration } from './migration.ts';

/**
 * Migration 0018 distinguished embeddings from chat by their request, which settled rows no longer have:
 * embeddings that had ended before it were marked as chat, in exports and for the operator. Only embeddings
 * have a max output of 0 tokens: a chat call has at least one.
 */
export const embeddingsOfBeforeTasks: Migration = {
  name: '0048-embeddings-of-before-tasks',
  up: [
    `UPDATE generations SET task = 'embedding'
     WHERE task = 'chat' AND target = 'call' AND max_output_tokens = 0`,
  ],
  down: [],
};
