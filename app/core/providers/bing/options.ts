/** The options that Bing has words for. */
export const BING_OPTIONS: readonly string[] = ['toneStyle', 'jailbreak'];
