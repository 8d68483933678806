import type { Rollup } from 'vite';

type GetModuleInfo = Rollup.ManualChunkMeta['getModuleInfo'];

/** Scripts that several pages share, each with what its pages may bring into it: the first that a module fits has it. */
const SCRIPTS = [
  // The frame, the components, the texts of types and money.
  {
    name: 'common',
    of: /\/app\/(root|routes\/chat(\.\$conversationId)?)\.tsx/,
    holds: /\/app\/(ui|contracts|features\/(site\/frame|billing|settings))\//,
  },
  // Prices, samples of code and tables. Each of twelve scripts by itself would delay the first paint on a phone.
  {
    name: 'models',
    of: /\/app\/routes\/_public\.models(_\.\$provider\.\$modelName)?\.tsx/,
    holds: /\/app\/(ui|contracts|features\/models\/shared)\//,
  },
] as const;

/**
 * Puts what pages share into few scripts. Rollup would make one of every set of pages that share a module: dozens of a
 * few hundred bytes, which compress badly and are asked for one by one.
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

/** The modules that pages import, directly or not. */
function modulesOf(pages: RegExp, ids: readonly string[], getModuleInfo: GetModuleInfo): Set<string> {
  const reached = new Set(ids.filter((id) => pages.test(id)));
  for (const id of reached) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
