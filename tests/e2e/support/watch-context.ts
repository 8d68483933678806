import type { BrowserContext } from 'playwright';
import type { PageOptions } from './page-options.ts';

/**
 * The framework logs, or leaves uncaught, that a newer navigation replaced one whose answer was being read.
 * It happens if a user clicks a link while the page reloads its data, and nothing is lost.
 */
const SUPERSEDED = /^(?:AbortError: )?signal is aborted without reason/;

/**
 * A logout or ban while the scripts of the page still arrive: the page requests its events when the session
 * has ended.
 */
const LOGGED_OUT = /\b40[13]\b.*\/api\/(?:events|auth\/refresh)\b/;

/**
 * Records forbidden behaviour of a page: errors in the console (including refusals of the
 * Content-Security-Policy), uncaught errors, requests to other hosts, and scripts that arrive although they
 * are off.
 * @returns the growing list, empty if all is well
 */
export function watchContext(context: BrowserContext, options: PageOptions, origin: string): string[] {
  const problems: string[] = [];
  const expected = [SUPERSEDED, LOGGED_OUT, ...(options.expected ?? [])];
  context.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`;
    if (message.type() !== 'error' || expected.some((pattern) => pattern.test(text))) return;
    problems.push(`console: ${text}`);
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!SUPERSEDED.test(message)) problems.push(`uncaught: ${message}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isKnown = url.origin === origin || options.elsewhere?.includes(url.origin);
    if (url.protocol.startsWith('http') && !isKnown) problems.push(`foreign: ${request.url()}`);
  });
  // A browser with scripts off still requests modules to preload, but does not load them.
  context.on('response', (response) => {
    if (options.scripts === 'off' && response.request().resourceType() === 'script') {
      problems.push(`script although scripts are off: ${response.url()}`);
    }
  });
  return problems;
}
