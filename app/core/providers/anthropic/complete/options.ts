import type { OptionName } from '#app/contracts/openai/chat-request.ts';

/** The options that text completions have words for. */
export const COMPLETE_OPTIONS: readonly OptionName[] = ['temperature', 'top_p', 'top_k', 'stop'];
