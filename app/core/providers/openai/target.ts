import type { CallRules } from '#app/core/providers/shared/tool-calls.ts';

export { urlBelow } from '#app/core/providers/shared/url.ts';

/** Who is at an address, as far as requests are worded by it. */
export interface Target {
  /** The maker, or who sells its models as they are. */
  isMakers: boolean;
  isPerplexity: boolean;
  isMistral: boolean;
  /** It refuses fields of turns that it does not know, such as thoughts that come back. */
  isStrict: boolean;
}

const MISTRAL = 'api.mistral.ai';

const STRICT: ReadonlySet<string> = new Set([MISTRAL, 'api.groq.com', 'api.cerebras.ai']);

/** Names of tools and ids of calls as the maker takes them, and the many that speak its format. */
const OPENAI_CALLS: CallRules = {
  name: /^[a-zA-Z0-9_-]+$/,
  maxName: 64,
  id: /^[\w.:-]+$/,
  maxId: 40,
};

/** Ids of exactly nine letters and digits. */
const MISTRAL_CALLS: CallRules = { ...OPENAI_CALLS, id: /^[a-zA-Z0-9]{9}$/, maxId: 9 };

export function targetOf(url: URL): Target {
  const { hostname } = url;
  return {
    isMakers: isMakers(url),
    isPerplexity: isPerplexity(url),
    isMistral: hostname === MISTRAL,
    isStrict: isMakers(url) || STRICT.has(hostname),
  };
}

/** Azure takes the key in a header of its own. */
export function isAzure({ hostname }: URL): boolean {
  return /\.(?:openai|services\.ai|cognitiveservices)\.azure\.(?:com|us|cn)$/.test(hostname);
}

/** Whoever bills a search with each answer, by how much of the web it reads. */
function isPerplexity({ hostname }: URL): boolean {
  return hostname === 'api.perplexity.ai';
}

/** The maker's own API, here or at Azure, and none of the many that speak its format. */
export function isMakers(url: URL): boolean {
  return url.hostname === 'api.openai.com' || url.hostname.endsWith('.api.openai.com') || isAzure(url);
}

export function callRulesOf({ isMistral }: Pick<Target, 'isMistral'>): CallRules {
  return isMistral ? MISTRAL_CALLS : OPENAI_CALLS;
}
