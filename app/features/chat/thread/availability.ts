import type { ViewMessage } from './view-message.ts';

/** What goes on around a message when its actions are offered. */
export interface Surroundings {
  /** It is the last message on show. */
  isLatest: boolean;
  isEditing: boolean;
  /** A reply of this conversation is queued or running. */
  isSubmitting: boolean;
}

type Facts = Pick<ViewMessage, 'isCreatedByUser' | 'error' | 'actions' | 'finish_reason' | 'text'>;

/** More of a reply that ended for another reason than being finished. */
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

/** Another reply to the same message. */
export function canRegenerate(
  message: Facts,
  { isEditing, isSubmitting }: Omit<Surroundings, 'isLatest'>,
): boolean {
  return !message.isCreatedByUser && !isEditing && !isSubmitting && message.actions.canRegenerate;
}

/** Changing the text; an error has none to change, nor has a reply without words. */
export function canEdit(message: Facts, { isSubmitting }: Pick<Surroundings, 'isSubmitting'>): boolean {
  const hasText = message.isCreatedByUser || message.text !== '';
  return !isSubmitting && !message.error && hasText && message.actions.canEdit;
}

/** Submitting the changed text: a reply can only where one can go on. */
export function canSubmitEdit(message: Pick<Facts, 'isCreatedByUser' | 'actions'>): boolean {
  return message.isCreatedByUser || message.actions.canContinue;
}
