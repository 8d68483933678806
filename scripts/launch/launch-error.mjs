/** Max lines of a failed program's output that are shown. */
const LAST_LINES = 30;

/** A step that cannot continue: the cause, and the remedy for the user. */
export class LaunchError extends Error {
  /**
   * @param {string} cause one sentence
   * @param {string} remedy one sentence that starts with a verb
   * @param {string} [detail] output of the program that failed
   */
  constructor(cause, remedy, detail = '') {
    super(cause);
    this.name = 'LaunchError';
    this.remedy = remedy;
    this.detail = detail;
  }
}

const REMEDIES = {
  ENOSPC: 'Free some space on this disk and run the command again.',
  EDQUOT: 'Your disk quota is used up: free some space and run the command again.',
  EACCES: 'Give your user the right to write into this folder, or clone the project into a folder of yours.',
  EPERM: 'Give your user the right to write into this folder, or clone the project into a folder of yours.',
  EROFS: 'This file system is read-only: clone the project to a writable one.',
  EMFILE: 'Too many files are open: raise the limit (ulimit -n 4096) and run the command again.',
};

/**
 * Converts any error to a LaunchError, so that every failure names a remedy.
 * @param {unknown} error
 * @returns {LaunchError}
 */
export function asLaunchError(error) {
  if (error instanceof LaunchError) {
    // Several processes report the same problem; only the variables matter.
    const variables = /The configuration is not usable:\n((?: {2}- .*\n)+)/.exec(error.detail)?.[1];
    if (variables === undefined) return error;
    const remedy = 'Mend these variables in .env or in the environment; .env.example explains them.';
    return new LaunchError('The configuration is not usable.', remedy, variables);
  }
  const { message: said, code, stack } = /** @type {Partial<NodeJS.ErrnoException>} */ (error ?? {});
  const message = said ?? String(error);
  const known = REMEDIES[code ?? ''];
  if (known) return new LaunchError(message, known);
  return new LaunchError(
    message,
    'Read the lines above; if they do not help, report them as an issue.',
    stack ?? '',
  );
}

/**
 * Prints the error and its remedy on standard error.
 * @param {unknown} error
 */
export function explain(error) {
  const { message, remedy, detail } = asLaunchError(error);
  const quoted = detail.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  console.error(`${quoted ? `\n${quoted}\n` : ''}\n${message}\n→ ${remedy}`);
}
