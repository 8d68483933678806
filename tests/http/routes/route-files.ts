import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/launch/paths.mjs';

/** One file of app/routes, as Remix reads its name. */
export interface RouteFile {
  file: string;
  /** `/chat/:conversationId` */
  pattern: string;
  params: string[];
}

/** All routes by the names of their files: a new one is included automatically. */
export function routeFiles(): RouteFile[] {
  return readdirSync(path.join(ROOT, 'app/routes')).map((file) => {
    const parts = file.replace(/\.tsx?$/, '').split(/(?<!\[)\.(?!\])/);
    const params = parts.flatMap((part) => (/^\$./.test(part) ? [bare(part).slice(1)] : []));
    // A part that begins with `_` is the layout around a route and not part of its address.
    const named = parts.filter((part) => !part.startsWith('_'));
    const pattern = `/${named.map((part) => bare(part).replace(/^\$(?=.)/, ':')).join('/')}`;
    return { file, pattern, params };
  });
}

/** A `_` at the end only means that the layout of that name is not shared; text in brackets is literal. */
function bare(part: string): string {
  return part.replace(/_$/, '').replaceAll(/[[\]]/g, '');
}
