import type { Rollup } from 'vite';

type GetModuleInfo = Rollup.ManualChunkMeta['getModuleInfo'];

/** Scripts that several pages share, each with what its pages may bring into it: the first that a module fits has it. */
const SCRIPTS = [
  // The frame, the components, the texts of types and money.
  {
    name: 'common',
    of: /\/app\/(root|routes\/chat(\.\$conversationId)?)\.tsx/,
    holds: /\/app\/(ui|contracts|features\/(site\/frame|billing|settings))\/|\/lucide-react\//,
  },
  // Prices, samples of code and tables. Each of twelve scripts by itself would delay the first paint on a phone.
  {
    name: 'models',
    of: /\/app\/routes\/_public\.models(_\.\$provider\.\$modelName)?\.tsx/,
    holds: /\/app\/(ui|contracts|features\/models\/shared)\//,
  },
] as const;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;
const ICON_INDEX = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;

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

/** What pages import, directly or not. Of the icons only those that it names: their index imports all there are. */
function modulesOf(pages: RegExp, ids: readonly string[], getModuleInfo: GetModuleInfo): Set<string> {
  const reached = new Set(ids.filter((id) => pages.test(id)));
  for (const id of reached) {
    if (ICON_INDEX.test(id)) continue;
    for (const imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  const named = new Set([...reached].flatMap((id) => iconsNamedBy(id, getModuleInfo)));
  const index = ids.find((id) => ICON_INDEX.test(id));
  const sources = Object.entries((index && getModuleInfo(index)?.exportedBindings) ?? {});
  for (const [source, names] of sources) {
    if (!names.some((name: string) => named.has(name))) continue;
    const file = source.replace(/^\.\//, '/');
    const icon = ids.find((id) => ICON.test(id) && id.endsWith(file));
    if (icon !== undefined) reached.add(icon);
  }
  for (const id of ids) if (/\/lucide-react\//.test(id) && !ICON.test(id)) reached.add(id);
  return reached;
}

/** The icons that a module of ours imports by their names. */
function iconsNamedBy(id: string, getModuleInfo: GetModuleInfo): string[] {
  const program = id.includes('/app/') ? getModuleInfo(id)?.ast : null;
  return (program?.body ?? []).flatMap((node) =>
    node.type === 'ImportDeclaration' && node.source.value === 'lucide-react'
      ? node.specifiers.flatMap((one) =>
          one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' ? [one.imported.name] : [],
        )
      : [],
  );
}
