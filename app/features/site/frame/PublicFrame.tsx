import type { ReactNode } from 'react';
import { Offline } from '#app/ui/layout/Offline.tsx';
import { SkipLink } from '#app/ui/layout/SkipLink.tsx';
import type { PublicFrameData } from './frame-data.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { TopNavigation } from './TopNavigation.tsx';

interface PublicFrameProps {
  frame: PublicFrameData;
  /** The balance as a chip, for a user who is logged in. */
  balance: ReactNode;
  children: ReactNode;
}

/** The frame of public pages: navigation above, the operator's links below. */
export function PublicFrame({ frame, balance, children }: PublicFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopNavigation frame={frame} balance={balance} />
      <Offline />
      <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <SiteFooter links={frame.links} />
    </div>
  );
}
