import path from 'node:path';
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import type { ServerBuild } from '@remix-run/node';
import { ROOT } from '#scripts/launch/paths.mjs';
import remixConfig from '../../remix.config.js';

type Routes = ServerBuild['routes'];
type Module = NonNullable<Routes[string]>['module'];

/** The routes of the API, of files, of exports and of pages to print. Other pages depend on output of the production build. */
const MODULES = import.meta.glob<Module>(
  [
    '/app/routes/api.*.ts',
    '/app/routes/files.*.ts',
    '/app/routes/{replies.*.partial,usage_.export*,chat_.*,settings_.data_.*}.ts',
  ],
  { eager: true },
);

/** A Remix server build with only these routes, at the paths that Remix gives them. */
export function buildOfRoutes(): ServerBuild {
  const routes: Routes = { root: { id: 'root', path: '', module: { default: refusePage } } };
  for (const { id, path: at, parentId, file } of Object.values(flatRoutes(path.join(ROOT, 'app')))) {
    const module = MODULES[`/app/${file}`];
    if (module) routes[id] = { id, path: at, parentId, module };
  }
  return {
    entry: { module: { default: refusePage } },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: 'test' },
    publicPath: '/',
    assetsBuildDirectory: 'public',
    future: remixConfig.future as ServerBuild['future'],
    mode: 'production',
    isSpaMode: false,
  };
}

function refusePage(): never {
  throw new Error('The server of the API has no pages: a test that needs one belongs to tests/http.');
}
