// The web process for development: Vite serves the assets and loads routes anew when they change. A change of
// what a process holds for its life (configuration, pools) wants a restart.
import { createServer } from 'vite';

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const loadBuild = () => vite.ssrLoadModule('virtual:remix/server-build');
const { entry } = await loadBuild();
await entry.module.startWeb(loadBuild, vite.middlewares);
