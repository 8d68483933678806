import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { ROOT } from '#scripts/launch/paths.mjs';

const BUILD = path.join(ROOT, inject('buildFolder'));
const ASSETS = path.join(BUILD, 'client/assets');

interface RemixManifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { parentId?: string; module: string; imports: string[] }>;
}

/** Script -> the scripts that it imports, and its modules with their sizes. */
type ModuleSizes = Record<string, { imports: string[]; modules: Record<string, number> }>;

function readManifest(): RemixManifest {
  const file = readdirSync(ASSETS).find((name) => /^manifest-.*\.js$/.test(name))!;
  const [, json] = /^window\.__remixManifest=(\{.*\});?\s*$/s.exec(
    readFileSync(path.join(ASSETS, file), 'utf8'),
  )!;
  return JSON.parse(json!) as RemixManifest;
}

/**
 * All scripts that a route's page names in its HTML: the entry, and the scripts of the route and its layouts.
 */
function preloaded(routeId: string, { entry, routes }: RemixManifest): string[] {
  const scripts = [entry.module, ...entry.imports];
  for (let id: string | undefined = routeId; id !== undefined; id = routes[id]!.parentId) {
    scripts.push(routes[id]!.module, ...routes[id]!.imports);
  }
  return scripts.map((script) => script.replace(/^\//, ''));
}

/** The script that contains a module, with its imports: the files that `import('./module')` fetches. */
function broughtBy(module: string, sizes: ModuleSizes): string[] {
  const [script, { imports }] = Object.entries(sizes).find(([, { modules }]) => module in modules)!;
  return [script, ...imports];
}

/** Bytes as the web process serves them to a browser with brotli. */
function servedBytes(script: string): number {
  return statSync(path.join(BUILD, 'client', `${script}.br`)).size;
}

/** `react-dom` for a package's file, `app/features/chat` for one of ours. */
function originOf(module: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
  if (inPackage) return inPackage;
  return module.startsWith('app/') ? module.split('/').slice(0, -1).slice(0, 3).join('/') : 'the bundler';
}

/** Each script's bytes divided among its modules by their size; largest first. */
function weighByOrigin(scripts: Iterable<string>, sizes: ModuleSizes): [string, number][] {
  const weights = new Map<string, number>();
  for (const script of scripts) {
    const modules = Object.entries(sizes[script]!.modules);
    const whole = modules.reduce((sum, [, size]) => sum + size, 0);
    const bytes = servedBytes(script);
    if (whole === 0) weights.set('the bundler', (weights.get('the bundler') ?? 0) + bytes);
    for (const [module, size] of whole === 0 ? [] : modules) {
      const origin = originOf(module);
      weights.set(origin, (weights.get(origin) ?? 0) + (bytes * size) / whole);
    }
  }
  return [...weights].sort(([, a], [, b]) => b - a);
}

const sizes = JSON.parse(readFileSync(path.join(BUILD, 'module-sizes.json'), 'utf8')) as ModuleSizes;
const scripts = new Set([
  ...preloaded('routes/_shell.chat.$conversationId', readManifest()),
  // Not in the HTML, but fetched after hydration: the stream of events.
  ...broughtBy('app/ui/live/live.ts', sizes),
]);

describe('the scripts of a page of the documents', () => {
  it.each([
    'routes/_shell._public.docs._index',
    'routes/_shell._public.docs.$chapter',
    'routes/_shell._public.docs.search',
  ])('of %s contain no Markdown', (routeId) => {
    const own = new Set(preloaded(routeId, readManifest()));
    const heavy = /react-markdown|micromark|mdast|highlight\.js|zod/;
    expect(weighByOrigin(own, sizes).filter(([origin, bytes]) => heavy.test(origin) && bytes > 500)).toEqual(
      [],
    );
  });
});

describe('the scripts of /chat/new', () => {
  it('are counted completely: every byte has an origin, and modules of every page are among them', () => {
    const weights = new Map(weighByOrigin(scripts, sizes));
    const total = [...scripts].reduce((sum, script) => sum + servedBytes(script), 0);
    const lines = [['all', total] as const, ...weights].map(
      ([origin, bytes]) => `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${origin}`,
    );
    console.log(lines.join('\n'));
    expect([...weights.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeCloseTo(total, 0);
    const expected = ['react-dom', '@remix-run/router', 'app/features/chat', 'app/ui/live'];
    expect(expected.filter((origin) => (weights.get(origin) ?? 0) < 500)).toEqual([]);
  });

  it('contain no Markdown, formulas and highlighting, which are loaded with the first reply', () => {
    // The address of a style sheet may be included, which is a few bytes.
    const heavy = /react-markdown|micromark|mdast|katex|highlight\.js|zod/;
    expect(
      weighByOrigin(scripts, sizes).filter(([origin, bytes]) => heavy.test(origin) && bytes > 500),
    ).toEqual([]);
  });
});
