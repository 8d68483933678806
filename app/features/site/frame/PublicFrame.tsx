import type { ReactNode } from 'react';
import { Offline } from '#app/ui/layout/Offline.tsx';
import { SkipLink } from '#app/ui/layout/SkipLink.tsx';
import type { FrameData } from './frame-data.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { TopNavigation } from './TopNavigation.tsx';

interface PublicFrameProps {
  frame: FrameData;
  children: ReactNode;
}

/** The frame of a visitor's pages: navigation above, the operator's links below. */
export function PublicFrame({ frame, children }: PublicFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopNavigation frame={frame} />
      <Offline />
      <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <SiteFooter links={frame.links} />
    </div>
  );
}
