import { createContext, useContext } from 'react';
import type { ModelOption } from './model-option.ts';

/** What every message needs to know of the conversation around it. */
export interface ConversationFacts {
  conversationId: string | null;
  /** Model of the next reply. */
  model: string;
  /** Models that a reply can be asked of. */
  models: readonly ModelOption[];
  /** Names the next send. */
  sendId: string;
  /** A reply is queued or running. */
  isSubmitting: boolean;
  /** A reply has just begun or ended: what costs money cannot be pressed for a moment. */
  isResting: boolean;
  /** The reply on its way was asked to stop. */
  isStopping: boolean;
  /** Stops the reply that is on its way. */
  stop: () => void;
  /** The message whose text is being edited. */
  editingId: string | null;
  /** The reply below which another model is chosen to answer again. */
  againId: string | null;
  /** Leaves whichever of both is open. */
  closeForm: () => void;
}

const Context = createContext<ConversationFacts | null>(null);

export const ConversationProvider = Context.Provider;

/** Whether what costs money rests in the conversation around a form; elsewhere nothing rests. */
export function useIsResting(): boolean {
  return useContext(Context)?.isResting ?? false;
}

/** The conversation around a message. */
export function useConversation(): ConversationFacts {
  const facts = useContext(Context);
  if (!facts) throw new Error('A message stands outside of its conversation');
  return facts;
}
