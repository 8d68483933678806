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
export function useBoxKey({ conversationId, prompt }: Place, isSending: boolean): string {
  const key = `${conversationId ?? ''} ${prompt ?? ''}`;
  const [known, setKnown] = useState({ conversationId, isSending, key, shown: key });
  if (known.key === key && known.isSending === isSending) return known.shown;
  const isMade = known.conversationId === null && known.isSending && conversationId !== null;
  const shown = known.key === key || isMade ? known.shown : key;
  setKnown({ conversationId, isSending, key, shown });
  return shown;
}
