const READABLE_STACKS = '--enable-source-maps';

/**
 * A worker holds many replies that change with every token: with V8's default of 16 MB for the young
 * generation, it spends a fifth of its time on moving them.
 */
const YOUNG_MEMORY = '--max-semi-space-size=64';

/**
 * Node flags for each process, on any release. `package.json`, `compose.yaml` and `Dockerfile` repeat them; a
 * test compares.
 */
export const PROCESS_FLAGS = {
  web: [READABLE_STACKS],
  worker: [READABLE_STACKS, YOUNG_MEMORY],
  sandbox: [READABLE_STACKS],
};

/**
 * V8 compiles a function only after many calls; a third of them gives it the same information, and a process
 * reaches its full speed sooner after start. V8 in Node 22 and later has another compiler tier in between,
 * and refuses to start with the flag.
 */
const COMPILE_SOON = '--interrupt-budget=20000';

/**
 * The flags for a process on this release of Node.
 * @param {keyof typeof PROCESS_FLAGS} name
 */
export function flagsOf(name) {
  const release = Number(process.versions.node.split('.')[0]);
  return release < 22 && name !== 'sandbox' ? [...PROCESS_FLAGS[name], COMPILE_SOON] : PROCESS_FLAGS[name];
}
