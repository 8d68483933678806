import { useEffect, useRef, useState } from 'react';
import { useLive } from './live-provider.tsx';
import type { InitialReply, LiveReply } from './reply-store.ts';

/**
 * A reply that grows on the screen, at most one render per frame.
 * @param generationId null while there is no reply to follow
 * @param initial the page's data: the text so far and the cursor of exactly that text
 */
export function useReply(generationId: string | null, initial: InitialReply): LiveReply {
  const live = useLive();
  const brought = useRef(initial);
  const [grown, setGrown] = useState<{ id: string; reply: LiveReply }>();
  useEffect(() => {
    brought.current = initial;
  });
  useEffect(() => {
    if (!live || generationId === null) return;
    return live.follow(generationId, brought.current, (reply) => setGrown({ id: generationId, reply }));
  }, [live, generationId]);
  if (grown && grown.id === generationId) return grown.reply;
  return { text: initial.text, thinking: initial.thinking, state: 'running', end: null };
}
