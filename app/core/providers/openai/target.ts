import type { CallRules } from '#app/core/providers/shared/tool-calls.ts';

export { urlBelow } from '#app/core/providers/shared/url.ts';

/** The properties of the provider at an address that affect requests. */
export interface Target {
  /** The maker, or a reseller of its models without changes. */
  isOpenAi: boolean;
  isPerplexity: boolean;
  isMistral: boolean;
  /** It refuses unknown fields of turns, such as earlier thoughts. */
  isStrict: boolean;
}

const MISTRAL = 'api.mistral.ai';

const STRICT: ReadonlySet<string> = new Set([MISTRAL, 'api.groq.com', 'api.cerebras.ai']);

/** Tool names and call ids that the maker and the many providers of its format accept. */
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
    isOpenAi: isOpenAi(url),
    isPerplexity: isPerplexity(url),
    isMistral: hostname === MISTRAL,
    isStrict: isOpenAi(url) || STRICT.has(hostname),
  };
}

/** Azure takes the key in its own header. */
export function isAzure({ hostname }: URL): boolean {
  return /\.(?:openai|services\.ai|cognitiveservices)\.azure\.(?:com|us|cn)$/.test(hostname);
}

/** Perplexity bills a search with each answer, by how much of the web it reads. */
function isPerplexity({ hostname }: URL): boolean {
  return hostname === 'api.perplexity.ai';
}

/** The maker's own API, direct or at Azure, as opposed to other providers of its format. */
export function isOpenAi(url: URL): boolean {
  return url.hostname === 'api.openai.com' || url.hostname.endsWith('.api.openai.com') || isAzure(url);
}

export function callRulesOf({ isMistral }: Pick<Target, 'isMistral'>): CallRules {
  return isMistral ? MISTRAL_CALLS : OPENAI_CALLS;
}
