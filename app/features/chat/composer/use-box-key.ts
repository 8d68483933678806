import { useState } from 'react';

interface Place {
  conversationId: string | null;
  /** A text that an address put into the box. */
  prompt: string | null;
}

/**
 * Tells one text box from another, as a React key: each conversation has its own, and each prompt of an address.
 * When the first message leads from the new conversation to the one that was made, the box stays: what was
 * typed since belongs there.
 */
export function useBoxKey({ conversationId, prompt }: Place, isSending: boolean, isRefused: boolean): number {
  const place = `${conversationId ?? ''} ${prompt ?? ''}`;
  const [known, setKnown] = useState({ conversationId, place, box: 0, hasSent: false });
  if (known.place !== place) {
    const isMade = known.conversationId === null && known.hasSent;
    // Counted, not named: the next new conversation must not get the box that came along from the last one.
    setKnown({ conversationId, place, box: isMade ? known.box : known.box + 1, hasSent: false });
  } else {
    // Remembered: the send may seem to be over a moment before the page moves on.
    const hasSent = isSending || (known.hasSent && !isRefused);
    if (hasSent !== known.hasSent) setKnown({ ...known, hasSent });
  }
  return known.box;
}
