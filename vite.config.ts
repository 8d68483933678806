import { vitePlugin as remix } from '@remix-run/dev';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { installGlobals } from '@remix-run/node';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, transformWithEsbuild, type Plugin } from 'vite';
import remixConfig from './remix.config.js';
import { sharedScripts } from './scripts/shared-scripts.ts';
import { packageLicenses } from './scripts/package-licenses.ts';

// v3_singleFetch needs the platform's own fetch, not Remix's polyfill.
installGlobals({ nativeFetch: true });

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Writes down, beside the build and not into what browsers are served, which modules each script is made of and how
 * long each is when it is made small: tests/built/script-weight.test.ts says by it where the weight comes from.
 */
function moduleSizes(): Plugin {
  const minifiedLength = async (code: string) =>
    (await transformWithEsbuild(code, 'module.js', { minify: true, sourcemap: false })).code.length;
  return {
    name: 'module-sizes',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir = '' }, bundle) {
      const scripts: Record<string, { imports: string[]; modules: Record<string, number> }> = {};
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        const modules: Record<string, number> = {};
        const measure = async ([id, { code }]: [string, { code: string | null }]) => {
          if (code) modules[path.relative('.', id)] = await minifiedLength(code);
        };
        await Promise.all(Object.entries(output.modules).map(measure));
        scripts[output.fileName] = { imports: output.imports, modules };
      }
      writeFileSync(path.join(dir, '../module-sizes.json'), JSON.stringify(scripts));
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig), moduleSizes(), packageLicenses()],
  // Vite would reload the page on every write of the private database and queue.
  server: { watch: { ignored: ['**/.data/**', '**/build/**'] } },
  build: {
    target: 'es2022',
    sourcemap: false,
    cssMinify: true,
    ...(!isSsrBuild && {
      // Scripts are 4% smaller than by the default: 5 kB of the chat's, as served.
      minify: 'terser' as const,
      rollupOptions: { output: { manualChunks: sharedScripts(), onlyExplicitManualChunks: true } },
    }),
  },
}));
