/** The day on which the sources of the seed were read. */
export const READ_ON = '2026-11-20';
export const READ = `read ${READ_ON}`;

/** The day on which the models of the sandbox were invented. */
export const SANDBOX_SINCE = '2026-11-20';
