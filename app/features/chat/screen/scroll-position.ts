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

/** Less than this part of the view from the end counts as being there. */
const NEAR = 0.15;

/** Pixels from the end that are none. */
const AT_END = 8;

const AFTER_CHANGE_MS = 650;

const AFTER_SCROLL_MS = 100;

const INSTANT_EVERY_MS = 450;

const SMOOTH_EVERY_MS = 750;

/** The message that another version of is asked for, by its parent, and where its switch stands. */
interface Place {
  parentId: string;
  messageId: string;
  top: number;
}

/**
 * Keeps the end of a growing list in view while the reader is there, and lets go as soon as the reader
 * scrolls up. `isAway` says when to offer the way back.
 */
export function useAutoScroll(
  view: RefObject<HTMLElement>,
  content: RefObject<HTMLElement>,
  { conversation, isSending }: { conversation: string | null; isSending: boolean },
) {
  const [autoScroll] = usePreference('autoScroll');
  const [isAway, setAway] = useState(false);
  const following = useRef(true);
  const lastScroll = useRef(0);
  /** Where the view stood when this code last knew: browsers tell of several scrolls in one frame by one event. */
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

  // A conversation opens at its end, before it is painted.
  useLayoutEffect(() => {
    if (opened.current === conversation) return;
    opened.current = conversation;
    jumpToEnd();
  }, [jumpToEnd, conversation]);

  // Whoever sends wants to see it go.
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
    /** A scroll up, also one that its event has not told of yet: timers and observers may come before it. */
    const noteLeaving = () => {
      if (isAtEnd() || element.scrollTop >= lastTop.current - 1) return;
      following.current = false;
      lastScroll.current = 0; // who has just left the end may be brought back at once
    };
    const onScroll = () => {
      // The end first: it moves up, too, when the text box shrinks after a long message.
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

  const letGo = useCallback(() => {
    following.current = false;
  }, []);

  return { isAway, toEnd, letGo };
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
