import type { CallRules } from '../shared/call-names.ts';
import type { Target } from './target.ts';

/** Names of tools and ids of calls as the maker takes them, and the many that speak its format. */
const OPENAI_CALLS: CallRules = {
  name: /^[a-zA-Z0-9_-]+$/,
  maxName: 64,
  id: /^[\w.:-]+$/,
  maxId: 40,
};

/** Ids of exactly nine letters and digits. */
const MISTRAL_CALLS: CallRules = { ...OPENAI_CALLS, id: /^[a-zA-Z0-9]{9}$/, maxId: 9 };

export function callRulesOf({ isMistral }: Pick<Target, 'isMistral'>): CallRules {
  return isMistral ? MISTRAL_CALLS : OPENAI_CALLS;
}
