import type { FinalState } from './generation.ts';

/**
 * What a user's other tabs and devices are told. Not kept: who was away reads the state again.
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
  /** All conversations were deleted. */
  | { type: 'conversations-cleared' }
  /** The branch on show, the list or a message of the conversation changed. */
  | { type: 'conversation'; conversationId: string; change: 'branch' | 'renamed' | 'deleted' | 'message' };

/** An event of an account and the number of the act that it belongs to: 1, 2, 3 and so on for each account. */
export interface NumberedUserEvent {
  number: number;
  event: UserEvent;
}
