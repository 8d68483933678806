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
  /** Something of a conversation of the playground changed; `begun` names the answer that is on its way. */
  | {
      type: 'playground';
      playgroundId: string;
      change: 'begun' | 'ended' | 'changed' | 'deleted';
      generationId?: string;
    }
  /** How much of a picture or a video is done, 0 to 100. */
  | { type: 'progress'; generationId: string; donePercent: number }
  /** A picture that is being made may be looked at (`partialPath`): the first, the second and so on. */
  | { type: 'partial'; generationId: string; number: number }
  /** All conversations were deleted. */
  | { type: 'conversations-cleared' }
  /** The branch on show, the list or a message of the conversation changed. */
  | { type: 'conversation'; conversationId: string; change: 'branch' | 'renamed' | 'deleted' | 'message' };

/** An event of an account and the number of the act that it belongs to: 1, 2, 3 and so on for each account. */
export interface NumberedUserEvent {
  number: number;
  event: UserEvent;
}

/** The generation whose words come from now on, if the event tells of one. */
export function begunBy(event: UserEvent): string | null {
  if (event.type === 'reply-begun') return event.generationId;
  return event.type === 'playground' && event.change === 'begun' ? (event.generationId ?? null) : null;
}
