import type { ReactNode } from 'react';
import { LiveProvider } from '#app/ui/live/live-provider.tsx';
import { signedIn } from '#app/ui/live/signed-in.ts';
import { useLivePage } from './use-live-page.ts';

/** Connects a page to the browser's event stream and reads it again when something changed elsewhere. */
export function LivePage({ userId, children }: { userId: string; children: ReactNode }) {
  return (
    <LiveProvider userId={userId} signedIn={signedIn}>
      <Listener />
      {children}
    </LiveProvider>
  );
}

function Listener() {
  useLivePage();
  return null;
}
