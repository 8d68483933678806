const READABLE_STACKS = '--enable-source-maps';

/**
 * A worker holds many replies that change with every token: with V8's own 16 MB for what is young, a fifth of its time
 * goes into moving them about.
 */
const YOUNG_MEMORY = '--max-semi-space-size=64';

/** Flags of Node for each process, on any release. `package.json`, `compose.yaml` and `Dockerfile` repeat them; a test compares. */
export const PROCESS_FLAGS = {
  web: [READABLE_STACKS],
  worker: [READABLE_STACKS, YOUNG_MEMORY],
  sandbox: [READABLE_STACKS],
};

/**
 * V8 waits with the code of a function until it has been called for long; after a third of that it knows as much, and a
 * process that has just started is at its full speed sooner. The V8 of Node 22 and later has a compiler between, and
 * refuses to start with the flag.
 */
const COMPILE_SOON = '--interrupt-budget=20000';

/**
 * The flags with which this release of Node runs a process.
 * @param {keyof typeof PROCESS_FLAGS} name
 */
export function flagsOf(name) {
  const release = Number(process.versions.node.split('.')[0]);
  return release < 22 && name !== 'sandbox' ? [...PROCESS_FLAGS[name], COMPILE_SOON] : PROCESS_FLAGS[name];
}
