// The browser half of npm run build; build.mjs starts it beside the server half.
import path from 'node:path';
import { build } from 'vite';
import { compressAssets } from './compress-assets.mjs';

await build({ logLevel: 'warn' });
await compressAssets(path.resolve(process.env.BUILD_DIRECTORY || 'build', 'client/assets'));
