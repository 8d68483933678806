import type { ComponentProps } from 'react';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import type { Announcer as Announced } from './Announcer.tsx';

const Announcer = lazyPart('announcer', async () => (await import('./Announcer.tsx')).Announcer);

/** What a screen reader is told of replies; its script comes with the page, after what is seen of it. */
export function SpokenStatus(props: ComponentProps<typeof Announced>) {
  return useHydrated() ? <Announcer {...props} /> : null;
}
