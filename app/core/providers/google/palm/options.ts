import type { OptionName } from '#app/contracts/openai/chat-request.ts';

/** The options that PaLM has words for; its model for code knows the temperature alone. */
export const PALM_OPTIONS: readonly OptionName[] = ['temperature', 'top_p', 'top_k'];
