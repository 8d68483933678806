import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadShownParts } from './ui/fetch/lazy-part.tsx';
import { keepTypedText } from './ui/components/form/keep-typed-text.ts';

const stopKeeping = keepTypedText();

function App() {
  useEffect(stopKeeping, []);
  useEffect(markHydrated, []);
  return <RemixBrowser />;
}

/** Shows the controls that need scripts (`needs-scripts` of base.css). */
function markHydrated(): void {
  document.documentElement.dataset.hydrated = '';
}

/**
 * Waits for the loaders' data. Remix decodes it in its first render and suspends meanwhile at the root, which
 * has no Suspense boundary: an update in that moment (a click, a live event) makes React abandon the whole
 * page with "Root did not complete" (#345). Called as a function, RemixBrowser starts the decoding and throws
 * its promise.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (pending) {
    if (pending instanceof Promise) await pending;
  }
}

void Promise.all([dataDecoded(), loadShownParts()]).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <App />
      </StrictMode>,
    );
  }),
);
