import type { CallRules } from '../shared/call-names.ts';

/** Names of tools and ids of calls as the Gemini API takes them. */
export const GEMINI_CALLS: CallRules = {
  name: /^[a-zA-Z_][\w.:-]*$/,
  maxName: 64,
  id: /^[\w.:-]+$/,
  maxId: 64,
};
