import { NO_TEXT_COMPLETION } from './text-completions.ts';

/** Behaviours that the wire of ChatGPT's website does not support, by name, with the reason. */
export const NO_CHATGPT: Readonly<Record<string, string>> = {
  ...NO_TEXT_COMPLETION,
  'stops at a word that it is given': 'it takes no such words',
  'refuses with quota': 'a status alone tells it, which is tried as 402',
  'refuses with filter': 'it says so in words alone',
};

const BY_STATUS = 'its socket knows no statuses; those of its opening are tried with the recordings';

/** Behaviours that the wire of Bing does not support. */
export const NO_BING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(NO_TEXT_COMPLETION).filter(([name]) => name !== 'filters its answer')),
  ...Object.fromEntries(
    ['402', '404', '408', '413', '502', '503 (retry=2)', '529', '429 (retry=7)'].map((name) => [
      `refuses with ${name}`,
      BY_STATUS,
    ]),
  ),
  'stops at the cap': 'it knows none',
  'stops at a word that it is given': 'it takes no such words',
  'refuses with context': 'it does not say',
  'refuses with quota': 'it does not say',
};
