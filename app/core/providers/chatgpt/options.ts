/** The website has words for none. */
export const CHATGPT_OPTIONS: readonly string[] = [];
