import type { FinalState } from './generation.ts';

/**
 * Events that are sent to a user's other tabs and devices. They are not stored: a client that was offline
 * reads the state again.
 */
export type UserEvent =
  | {
      type: 'reply-begun';
      generationId: string;
      conversationId: string;
      promptMessageId: string;
      replyMessageId: string;
    }
  | { type: 'reply-ended'; generationId: string; conversationId: string; state: FinalState }
  | { type: 'title'; conversationId: string; title: string }
  | { type: 'balance'; balanceMicro: string }
  /** Part of a playground conversation changed; `begun` names the answer that has started. */
  | {
      type: 'playground';
      playgroundId: string;
      change: 'begun' | 'ended' | 'changed' | 'deleted';
      generationId?: string;
    }
  /** Progress of an image or a video, 0 to 100. */
  | { type: 'progress'; generationId: string; donePercent: number }
  /** A preview of an unfinished image can be shown (`partialPath`): the first, the second and so on. */
  | { type: 'partial'; generationId: string; number: number }
  /** All conversations were deleted. */
  | { type: 'conversations-cleared' }
  /** A folder was created, renamed or deleted. */
  | { type: 'folders' }
  /** Entries of the trash were deleted for good. */
  | { type: 'trash' }
  /** The visible branch, the list, a message or the queue of the conversation changed. */
  | {
      type: 'conversation';
      conversationId: string;
      change: 'branch' | 'renamed' | 'placed' | 'deleted' | 'message' | 'queue';
    };

/**
 * An event of an account and the number of the action that it belongs to: 1, 2, 3 and so on for each account.
 */
export interface NumberedUserEvent {
  number: number;
  event: UserEvent;
}

/** The generation that starts to produce output with this event, if any. */
export function begunBy(event: UserEvent): string | null {
  if (event.type === 'reply-begun') return event.generationId;
  return event.type === 'playground' && event.change === 'begun' ? (event.generationId ?? null) : null;
}
