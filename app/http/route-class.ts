import type { RouteClass } from '#app/core/platform/metrics/metrics.ts';

/** The first that fits a path, most called first; as routes are found, so in any case of letters and with any slashes. */
const CLASSES: readonly (readonly [RouteClass, RegExp])[] = [
  ['chat', /^(?:\/+api)?\/+v1\/+(?:chat|completions|messages|responses)(?:\/|$)/i],
  ['embeddings', /^(?:\/+api)?\/+v1\/+embeddings(?:\/|$)/i],
  ['images', /^(?:\/+api)?\/+v1\/+images(?:\/|$)/i],
  ['videos', /^(?:\/+api)?\/+v1\/+videos(?:\/|$)/i],
  ['hub', /^(?:\/+api)?\/+v1(?:\/|$)/i],
  ['ask', /^\/api\/(?:ask|edit)(?:\/|$)/i],
  ['events', /^\/api\/events\/?$/i],
  ['api', /^\/api(?:\/|$)/i],
  ['files', /^\/files(?:\/|$)/i],
  ['assets', /^\/assets(?:\/|$)/i],
  ['probes', /^\/(?:healthz|readyz|metrics)\/?$/i],
];

/** The class of a request in the metrics. @param path without its query */
export function routeClassOf(path: string): RouteClass {
  return CLASSES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'pages';
}
