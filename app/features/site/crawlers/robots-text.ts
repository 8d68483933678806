/** What is somebody's own, or no page. A path stands for everything that begins with it. */
const PRIVATE = [
  '/api/',
  '/v1/',
  '/chat',
  '/playground',
  '/search',
  '/replies/',
  '/balance',
  '/keys',
  '/usage',
  '/settings',
  '/logout',
  '/reset-password',
  '/verify-email',
];

/** Rules for crawlers. @param appUrl without a slash at its end */
export function robotsText(appUrl: string): string {
  const rules = PRIVATE.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${appUrl}/sitemap.xml`, ''].join('\n');
}
