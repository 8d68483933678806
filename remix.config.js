/**
 * The one place for Remix options. Vite does not read this file by itself:
 * vite.config.ts imports it and hands it to the Remix plugin.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIRECTORY || 'build',
  ignoredRouteFiles: ['**/*.test.ts', '**/*.test.tsx'],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: false,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
