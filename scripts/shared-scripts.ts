import type { Rollup } from 'vite';

type GetModuleInfo = Rollup.ManualChunkMeta['getModuleInfo'];

/** What the chat has in common with other pages: the frame, the components, the texts of types and money. */
const COMMON = /\/app\/(ui|contracts|features\/(site\/frame|billing|settings))\/|\/lucide-react\//;
const CHAT = /\/app\/(root|routes\/chat(\.\$conversationId)?)\.tsx/;
const ICON = /\/lucide-react\/dist\/esm\/icons\//;
const ICON_INDEX = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;

/**
 * Puts what the chat shares with other pages into one script. Rollup would make one of every set of pages that share a
 * module: dozens of a few hundred bytes, which compress badly and are asked for one by one.
 */
export function commonScript(): Rollup.GetManualChunk {
  let common: Set<string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    common ??= commonModules([...getModuleIds()], getModuleInfo);
    return common.has(id) && COMMON.test(id) ? 'common' : undefined;
  };
}

/** What the chat imports, directly or not. Of the icons only those that it names: their index imports all there are. */
function commonModules(ids: readonly string[], getModuleInfo: GetModuleInfo): Set<string> {
  const reached = new Set(ids.filter((id) => CHAT.test(id)));
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
  for (const id of ids) if (COMMON.test(id) && /\/lucide-react\//.test(id) && !ICON.test(id)) reached.add(id);
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
