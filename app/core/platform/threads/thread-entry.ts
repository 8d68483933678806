/** Where a thread begins, and the arguments that Node wants for it. */
export interface ThreadEntry {
  filename: string;
  execArgv: string[];
}

/**
 * Finds the file of a thread beside the code that starts it. In the build every thread is an entry of its own beside
 * the processes (`scripts/build.mjs`); from the sources (development, tests) it is loaded through tsx.
 * @param module `import.meta.url` of the calling module
 * @param name `../render-thread.ts`, relative to the caller; the build has it as `render-thread.js`
 */
export function threadEntry(module: string, name: string): ThreadEntry {
  const isSource = /\.tsx?(?:\?|$)/.test(module);
  if (isSource) return { filename: new URL(name, module).href, execArgv: ['--import', 'tsx'] };
  const file = name.slice(name.lastIndexOf('/') + 1).replace(/\.tsx?$/, '.js');
  return { filename: new URL(file, module).href, execArgv: [] };
}
