/** What OpenAI says of an answer and we do not know: strict clients miss the keys. */
export const UNSAID = { system_fingerprint: null, service_tier: null };
