import { createContext, useContext } from 'react';
import type { ModelOption } from './model-option.ts';

/** Query fields of the forms that open at a message: `?edit=<message>` and so on. */
export const OPEN_FORMS = ['edit', 'again', 'delete'] as const;
export type OpenFormKind = (typeof OPEN_FORMS)[number];

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
  /** The form that is open at a message: to edit it, to answer again with another model, or to delete it. */
  openForm: OpenFormKind | undefined;
  /** The message at which it is open. */
  openId: string | null;
  /** Closes the open form. */
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
