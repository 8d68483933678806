import { memo } from 'react';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';

const Thoughts = lazyPart('thoughts', async () => (await import('./Thoughts.tsx')).Thoughts);

/** What the model thought before it answered; its script comes with the first one that has, into the room of its line. */
export const Thinking = memo(function Thinking({ text }: { text: string }) {
  return <Thoughts text={text} fallback={<div className="mb-2 control" />} />;
});
