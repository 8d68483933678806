import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { withoutNulls } from './http/remix-handler.ts';
import { loadAllParts } from './ui/fetch/lazy-part.tsx';
import { detectLocale } from './ui/i18n/detect.server.ts';
import { RequestFactsContext } from './ui/i18n/request-facts.ts';

// The launcher imports the web process from here, so that the server and the routes share one set of modules
// (one database pool, one Redis connection).
export { startWeb } from './http/web.ts';

const RENDER_TIMEOUT_MS = 10_000;

/**
 * Renders a page. It waits until the page is complete: documents are whole, including the parts that browsers
 * load late.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  await loadAllParts();
  const facts = { language: await detectLocale(request), requestId, nonce };
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <RequestFactsContext.Provider value={facts}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={RENDER_TIMEOUT_MS} />
      </RequestFactsContext.Provider>,
      {
        nonce,
        onAllReady() {
          const body = withoutNulls();
          headers.set('content-type', 'text/html; charset=utf-8');
          resolve(
            new Response(createReadableStreamFromReadable(body), { headers, status: failed ? 500 : status }),
          );
          pipe(body);
        },
        onShellError: reject,
        onError() {
          failed = true;
        },
      },
    );
    setTimeout(abort, RENDER_TIMEOUT_MS + 1000).unref();
  });
}
