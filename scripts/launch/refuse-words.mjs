import { LaunchError } from './launch-error.mjs';

const REMEDY = 'Run npm run migrate without a word; to go back, start the old build on the schema as it is.';

/**
 * npm run migrate only migrates up, and accepts no arguments.
 * @param {string[]} words
 * @throws {LaunchError} for any argument
 */
export function refuseArguments(words) {
  if (words.length === 0) return;
  const cause = words.includes('down')
    ? 'There is no command that takes migrations back: it would drop columns with what is in them.'
    : `npm run migrate takes no words, and was given ${JSON.stringify(words.join(' '))}.`;
  throw new LaunchError(cause, REMEDY);
}
