const READABLE_STACKS = '--enable-source-maps';

/**
 * V8 waits with the code of a function until it has been called for long; after a third of that it knows as much. A
 * process that has just started is at its full speed sooner.
 */
const COMPILE_SOON = '--interrupt-budget=20000';

/**
 * A worker holds many replies that change with every token: with V8's own 16 MB for what is young, a fifth of its time
 * goes into moving them about.
 */
const YOUNG_MEMORY = '--max-semi-space-size=64';

/** Flags of Node for each process. `package.json`, `compose.yaml` and `Dockerfile` repeat them; a test compares. */
export const PROCESS_FLAGS = {
  web: [READABLE_STACKS, COMPILE_SOON],
  worker: [READABLE_STACKS, COMPILE_SOON, YOUNG_MEMORY],
  sandbox: [READABLE_STACKS],
};
