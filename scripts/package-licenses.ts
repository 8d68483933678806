import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const LICENSE = /^(licen[cs]e|copying|notice)/i;

/**
 * Writes the licenses of all packages in the browser's scripts to `licenses.txt`, which is served beside
 * them, and those of our own folders with third-party code. Inside the scripts each notice would be sent
 * again with every file: 2 kB per page.
 */
export function packageLicenses(): Plugin {
  return {
    name: 'package-licenses',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config: () => ({ esbuild: { legalComments: 'none' } }),
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      );
      const folders = [
        ...new Set(modules.flatMap((id) => packageFolder(id) ?? licensedFolder(id) ?? [])),
      ].sort();
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: folders.map(licenseOf).join('\n\n---\n\n'),
      });
    },
  };
}

/** The package folder of a module, `/…/node_modules/@scope/name`; null for one of our own modules. */
function packageFolder(id: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\0', ''))?.[0] ?? null;
}

/** The folder of one of our own modules, if it contains a license. */
function licensedFolder(id: string): string | null {
  const folder = path.dirname(id);
  return existsSync(folder) && readdirSync(folder).some((file) => LICENSE.test(file)) ? folder : null;
}

function licenseOf(folder: string): string {
  const texts = readdirSync(folder)
    .filter((file) => LICENSE.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return [titleOf(folder), ...texts].join('\n\n');
}

/** Name, version and license of a package; the path of one of our own folders. */
function titleOf(folder: string): string {
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) return path.relative('.', folder);
  const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
  return `${String(name)} ${String(version)} (${String(license)})`;
}
