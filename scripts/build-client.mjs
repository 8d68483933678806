// The half of npm run build that browsers get; build.mjs starts it beside its own half.
import path from 'node:path';
import { build } from 'vite';
import { compressAssets } from './compress-assets.mjs';

await build({ logLevel: 'warn' });
await compressAssets(path.resolve(process.env.BUILD_DIRECTORY || 'build', 'client/assets'));
