import type { ViewMessage } from './view-message.ts';

/** State around a message when its actions are offered. */
export interface Surroundings {
  /** It is the last visible message. */
  isLatest: boolean;
  isEditing: boolean;
  /** A reply of this conversation is queued or running. */
  isSubmitting: boolean;
}

type Facts = Pick<ViewMessage, 'isCreatedByUser' | 'error' | 'actions' | 'finish_reason' | 'text'>;

/** Returns whether a reply that ended for a reason other than completion can be continued. */
export function canContinue(message: Facts, { isLatest, isEditing, isSubmitting }: Surroundings): boolean {
  return (
    isLatest &&
    !isEditing &&
    !isSubmitting &&
    !message.isCreatedByUser &&
    message.text !== '' &&
    message.finish_reason !== null &&
    message.finish_reason !== 'stop' &&
    message.actions.canContinue
  );
}

/** Returns whether another reply to the same message can be requested. */
export function canRegenerate(
  message: Facts,
  { isEditing, isSubmitting }: Omit<Surroundings, 'isLatest'>,
): boolean {
  return !message.isCreatedByUser && !isEditing && !isSubmitting && message.actions.canRegenerate;
}

/** Returns whether a new chat can begin with the branch up to this message. */
export function canFork({ error, submitting }: Pick<ViewMessage, 'error' | 'submitting'>): boolean {
  return !error && !submitting;
}

/** Returns whether the text can be edited; an error has no text to edit, nor has a reply without text. */
export function canEdit(message: Facts, { isSubmitting }: Pick<Surroundings, 'isSubmitting'>): boolean {
  const hasText = message.isCreatedByUser || message.text !== '';
  return !isSubmitting && !message.error && hasText && message.actions.canEdit;
}

/** Returns whether the edited text can be submitted: of a reply only when it can be continued. */
export function canSubmitEdit(message: Pick<Facts, 'isCreatedByUser' | 'actions'>): boolean {
  return message.isCreatedByUser || message.actions.canContinue;
}
