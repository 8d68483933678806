import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import type { ViewMessage } from '#app/features/chat/thread/view-message.ts';
import { usePreference } from '#app/ui/preferences/use-preference.ts';

/** A distance from the end below this share of the view counts as being at the end. */
const NEAR = 0.15;

/** Distance in pixels that counts as the end. */
const AT_END = 8;

const AFTER_CHANGE_MS = 650;

const AFTER_SCROLL_MS = 100;

const INSTANT_EVERY_MS = 450;

const SMOOTH_EVERY_MS = 750;

/** The message whose other version was requested, by its parent, and the position of its version switch. */
interface SwitchPosition {
  parentId: string;
  messageId: string;
  top: number;
}

/**
 * Keeps the end of a growing list in view while the reader is there, and stops as soon as the reader scrolls
 * up. `isAway` tells when to offer the button to the end.
 */
export function useAutoScroll(
  view: RefObject<HTMLElement>,
  content: RefObject<HTMLElement>,
  {
    conversation,
    foundId,
    isSending,
  }: { conversation: string | null; foundId: string | null; isSending: boolean },
) {
  const [autoScroll] = usePreference('autoScroll');
  const [isAway, setAway] = useState(false);
  const following = useRef(true);
  const lastScroll = useRef(0);
  /**
   * The last scroll position that this code knows: browsers report several scrolls of one frame in one event.
   */
  const lastTop = useRef(0);
  const opened = useRef<string | null>();

  const measure = useCallback(() => {
    const element = view.current;
    if (!element) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    setAway(distance >= element.clientHeight * NEAR);
  }, [view]);

  const toEnd = useCallback(
    (behavior: ScrollBehavior) => {
      const element = view.current;
      const pause = behavior === 'smooth' ? SMOOTH_EVERY_MS : INSTANT_EVERY_MS;
      const now = Date.now();
      if (!element || now - lastScroll.current < pause) return;
      lastScroll.current = now;
      following.current = true;
      element.scrollTo({ top: element.scrollHeight, behavior });
      lastTop.current = element.scrollTop;
    },
    [view],
  );

  const jumpToEnd = useCallback(() => {
    const element = view.current;
    following.current = true;
    if (!element) return;
    element.scrollTo({ top: element.scrollHeight });
    lastTop.current = element.scrollTop;
  }, [view]);

  // Opens a conversation at its end, or at the message that a search has found, before it is painted.
  const place = `${conversation ?? ''} ${foundId ?? ''}`;
  useLayoutEffect(() => {
    if (opened.current === place) return;
    opened.current = place;
    if (foundId === null) return jumpToEnd();
    following.current = false;
    document.getElementById(`m-${foundId}`)?.scrollIntoView();
    lastTop.current = view.current?.scrollTop ?? 0;
  }, [jumpToEnd, place, foundId, view]);

  // Shows the message that the user sends.
  useLayoutEffect(() => {
    if (isSending) jumpToEnd();
  }, [jumpToEnd, isSending]);

  useEffect(() => {
    const element = view.current;
    const grown = content.current;
    if (!element || !grown) return;
    let afterScroll: ReturnType<typeof setTimeout> | undefined;
    let afterChange: ReturnType<typeof setTimeout> | undefined;
    let late: ReturnType<typeof setTimeout> | undefined;
    lastTop.current = element.scrollTop;
    const isAtEnd = () => element.scrollHeight - element.scrollTop - element.clientHeight < AT_END;
    /** Detects a scroll up, even before its event: timers and observers may run first. */
    const noteLeaving = () => {
      if (isAtEnd() || element.scrollTop >= lastTop.current - 1) return;
      following.current = false;
      lastScroll.current = 0; // after leaving the end, the reader may return at once
    };
    const onScroll = () => {
      // Checks the end first: it also moves up when the text box shrinks after a long message.
      if (isAtEnd()) following.current = true;
      else noteLeaving();
      lastTop.current = element.scrollTop;
      clearTimeout(afterScroll);
      afterScroll = setTimeout(measure, AFTER_SCROLL_MS);
    };
    const follow = () => {
      noteLeaving();
      lastTop.current = element.scrollTop;
      if (following.current && autoScroll === 'true') toEnd('instant');
    };
    const onGrowth = () => {
      clearTimeout(afterChange);
      afterChange = setTimeout(measure, AFTER_CHANGE_MS);
      follow();
      clearTimeout(late);
      late = setTimeout(follow, INSTANT_EVERY_MS);
    };
    const observer = new ResizeObserver(onGrowth);
    observer.observe(grown);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      for (const timer of [afterScroll, afterChange, late]) clearTimeout(timer);
    };
  }, [view, content, autoScroll, measure, toEnd]);

  const stopFollowing = useCallback(() => {
    following.current = false;
  }, []);

  return { isAway, toEnd, stopFollowing };
}

/**
 * Keeps the version switch under the pointer: another version has another height, and the list would shift by
 * the difference.
 * @param stopFollowing stops following the end of the list
 * @returns a submit listener for the forms of the list
 */
export function useSwitchPosition(
  view: RefObject<HTMLElement>,
  shown: readonly ViewMessage[],
  stopFollowing: () => void,
): (event: FormEvent<HTMLElement>) => void {
  const saved = useRef<SwitchPosition | null>(null);
  useLayoutEffect(() => {
    const place = saved.current;
    const chosen = place && shown.find(({ parentMessageId }) => parentMessageId === place.parentId);
    if (!place || !chosen || chosen.messageId === place.messageId) return;
    saved.current = null;
    const row = document.getElementById(`m-${chosen.messageId}`)?.querySelector('[data-versions]');
    const element = view.current;
    if (!row || !element) return;
    stopFollowing();
    // The whole list is laid out while it is measured: an estimated height would cut the scroll short.
    element.toggleAttribute('data-measured', true);
    element.scrollBy({ top: row.getBoundingClientRect().top - place.top, behavior: 'instant' });
    requestAnimationFrame(() => requestAnimationFrame(() => element.toggleAttribute('data-measured', false)));
  }, [view, shown, stopFollowing]);
  return (event) => {
    const row = (event.target as Element).closest('[data-versions]');
    const id = row?.closest('article')?.id.slice('m-'.length);
    const message = shown.find(({ messageId }) => messageId === id);
    if (!row || !message) return;
    const { parentMessageId: parentId, messageId } = message;
    saved.current = { parentId, messageId, top: row.getBoundingClientRect().top };
  };
}
