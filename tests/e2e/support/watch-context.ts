import type { BrowserContext } from 'playwright';
import type { PageOptions } from './page-options.ts';

/**
 * The framework writes down, or leaves uncaught, that a newer navigation took the place of one whose answer was being
 * read. Whoever presses a link while the page reads itself again sees it, and nothing is lost by it.
 */
const SUPERSEDED = /^(?:AbortError: )?signal is aborted without reason/;

/**
 * Who logs out, or is banned, while the scripts of the page still arrive: the page asks for its events when the session
 * has ended.
 */
const LOGGED_OUT = /\b40[13]\b.*\/api\/(?:events|auth\/refresh)\b/;

/**
 * Writes down whatever a page must not do: errors in the console (refusals of the Content-Security-Policy
 * among them), uncaught errors, requests to other hosts, and scripts that arrive although they are off.
 * @returns the growing list, empty when all is well
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
  // A browser with scripts off still names the modules to load ahead, but does not load them.
  context.on('response', (response) => {
    if (options.scripts === 'off' && response.request().resourceType() === 'script') {
      problems.push(`script although scripts are off: ${response.url()}`);
    }
  });
  return problems;
}
