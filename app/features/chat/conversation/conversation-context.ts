import { createContext, useContext } from 'react';
import type { ModelOption } from './model-option.ts';

/** Facts about a conversation that its messages use. */
export interface ConversationFacts {
  conversationId: string | null;
  /** Model of the next reply. */
  model: string;
  /** Models that can reply. */
  models: readonly ModelOption[];
  /** Id of the next send. */
  sendId: string;
  /** A reply is queued or running. */
  isSubmitting: boolean;
  /** A reply has just begun or ended: controls that cost money ignore presses for a moment. */
  isResting: boolean;
  /** The user asked to stop the running reply. */
  isStopping: boolean;
  /** Stops the running reply. */
  stop: () => void;
  /** The message whose text is being edited. */
  editingId: string | null;
  /** The reply under which the form to answer again with another model is open. */
  againId: string | null;
  /** Closes the open form of either kind. */
  closeForm: () => void;
}

const Context = createContext<ConversationFacts | null>(null);

export const ConversationProvider = Context.Provider;

/**
 * Returns whether paid controls ignore presses in the conversation around a form; false outside of a
 * conversation.
 */
export function useIsResting(): boolean {
  return useContext(Context)?.isResting ?? false;
}

/** Returns the facts of the conversation around a message. @throws Error outside of a conversation */
export function useConversation(): ConversationFacts {
  const facts = useContext(Context);
  if (!facts) throw new Error('A message stands outside of its conversation');
  return facts;
}
