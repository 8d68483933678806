// The web process for development: Vite serves the assets and reloads routes when they change. Changes of
// process-wide objects (configuration, pools) need a restart.
import { createServer } from 'vite';

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const loadBuild = () => vite.ssrLoadModule('virtual:remix/server-build');
const { entry } = await loadBuild();
await entry.module.startWeb(loadBuild, vite.middlewares);
