import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepTypedText } from '#app/ui/components/keep-typed-text.ts';

const stopKeeping = keepTypedText();

function App() {
  useEffect(stopKeeping, []);
  return <RemixBrowser />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
