import type { ReactNode } from 'react';
import { LiveProvider } from '#app/ui/live/live-provider.tsx';
import { signedIn } from '#app/ui/live/signed-in.ts';
import { useLivePage } from './use-live-page.ts';

interface LivePageProps {
  userId: string;
  /** The number of the user's newest event when the page was read. */
  newestEvent: number;
  children: ReactNode;
}

/** Connects a page to the browser's event stream and reads it again when something changed elsewhere. */
export function LivePage({ children, ...account }: LivePageProps) {
  return (
    <LiveProvider {...account} signedIn={signedIn}>
      <Listener />
      {children}
    </LiveProvider>
  );
}

function Listener() {
  useLivePage();
  return null;
}
