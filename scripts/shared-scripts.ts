import type { Rollup } from 'vite';

type GetModuleInfo = Rollup.ManualChunkMeta['getModuleInfo'];

/**
 * Scripts that several pages share, each with the modules that its pages may add: a module goes into the
 * first script that it matches.
 */
const SCRIPTS = [
  // The packages of every page. In a script of ours they would make a circle with the other one, and a page
  // would run before React. `Trans` and its parser are for a few pages.
  {
    name: 'packages',
    of: /\/app\/(entry\.client|root|routes\/_shell)\.tsx/,
    holds: /\/node_modules\/(?!html-parse-stringify|void-elements|katex|.*\/Trans)|^\0/,
  },
  // The frame with its list of chats, the components, the contracts of types and money.
  {
    name: 'common',
    of: /\/app\/(root|routes\/_shell(\.chat(\.\$conversationId)?)?)\.tsx/,
    // The composer and the Markdown of messages are for the chat and the playground.
    holds:
      /\/app\/(ui(?!\/(markdown|composer))|contracts|features\/(site\/frame|billing|chat\/(conversation|side-bar|screen\/needs)))/,
  },
  // Prices, code samples and tables. As twelve separate scripts they would delay the first paint on a phone.
  {
    name: 'models',
    of: /\/app\/routes\/_shell\._public\.models(_\.\$provider\.\$modelName)?\.tsx/,
    holds: /\/app\/(ui|contracts|features\/models\/shared)\//,
  },
] as const;

/**
 * Puts shared modules into a few scripts. Rollup would create one for every set of pages that share a module:
 * dozens with a few hundred bytes, which compress badly and are requested one by one.
 */
export function sharedScripts(): Rollup.GetManualChunk {
  let scripts: { name: string; modules: Set<string> }[] | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    scripts ??= SCRIPTS.map(({ name, of, holds }) => {
      const reached = modulesOf(of, [...getModuleIds()], getModuleInfo);
      return { name, modules: new Set([...reached].filter((module) => holds.test(module))) };
    });
    return scripts.find(({ modules }) => modules.has(id))?.name;
  };
}

/** The modules that pages import, directly or indirectly. */
function modulesOf(pages: RegExp, ids: readonly string[], getModuleInfo: GetModuleInfo): Set<string> {
  const reached = new Set(ids.filter((id) => pages.test(id)));
  for (const id of reached) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
