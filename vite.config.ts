import { vitePlugin as remix } from '@remix-run/dev';
import { installGlobals } from '@remix-run/node';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

// v3_singleFetch needs the platform's own fetch, not Remix's polyfill.
installGlobals({ nativeFetch: true });

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig)],
  // Vite would reload the page on every write of the private database and queue.
  server: { watch: { ignored: ['**/.data/**', '**/build/**'] } },
  build: { target: 'es2022', sourcemap: false, cssMinify: true },
});
