import type { CallRules } from '../shared/call-names.ts';

/** Names of tools and ids of calls as the Messages API takes them. */
export const CLAUDE_CALLS: CallRules = {
  name: /^[a-zA-Z0-9_-]+$/,
  maxName: 128,
  id: /^[a-zA-Z0-9_-]+$/,
  maxId: 64,
};
