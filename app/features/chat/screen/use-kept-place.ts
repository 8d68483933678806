import { useLayoutEffect, useRef, type FormEvent, type RefObject } from 'react';
import type { ViewMessage } from '../messages/view-message.ts';

/** The message that another version of is asked for, by its parent, and where its switch stands. */
interface Place {
  parentId: string;
  messageId: string;
  top: number;
}

/**
 * Keeps the switch between versions under the pointer: another version is of another height, and the list would
 * slide by the difference.
 * @param letGo the end of the list is not to be followed any more
 * @returns a listener for the forms of the list
 */
export function useKeptPlace(
  view: RefObject<HTMLElement>,
  shown: readonly ViewMessage[],
  letGo: () => void,
): (event: FormEvent<HTMLElement>) => void {
  const kept = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const place = kept.current;
    const chosen = place && shown.find(({ parentMessageId }) => parentMessageId === place.parentId);
    if (!place || !chosen || chosen.messageId === place.messageId) return;
    kept.current = null;
    const row = document.getElementById(`m-${chosen.messageId}`)?.querySelector('[data-versions]');
    const element = view.current;
    if (!row || !element) return;
    letGo();
    // While it is measured all of the list is laid out: a height that is only guessed would cut the way short.
    element.toggleAttribute('data-measured', true);
    element.scrollBy({ top: row.getBoundingClientRect().top - place.top, behavior: 'instant' });
    requestAnimationFrame(() => requestAnimationFrame(() => element.toggleAttribute('data-measured', false)));
  }, [view, shown, letGo]);
  return (event) => {
    const row = (event.target as Element).closest('[data-versions]');
    const id = row?.closest('article')?.id.slice('m-'.length);
    const message = shown.find(({ messageId }) => messageId === id);
    if (!row || !message) return;
    const { parentMessageId: parentId, messageId } = message;
    kept.current = { parentId, messageId, top: row.getBoundingClientRect().top };
  };
}
