// npm run start:web: starts the web process from its build.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const entry = path.resolve(process.env.BUILD_DIRECTORY || 'build', 'processes/web.js');
const build = await import(pathToFileURL(entry).href);
await build.entry.module.startWeb(build);
