import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { spokenFailure } from '#app/ui/errors/failure-words.ts';
import { useFailureWords } from '#app/features/chat/thread/use-failure-words.ts';
import type { ViewMessage } from '#app/features/chat/thread/view-message.ts';

const EVERY_MS = 7000;

interface AnnouncerProps {
  isSubmitting: boolean;
  /** The last message of the branch. */
  latest: ViewMessage | undefined;
}

/**
 * Tells a screen reader that a reply begins, about every 7 s that it continues, and how it ended, in the
 * page's own texts; never reads the words of the reply one by one.
 */
export function Announcer({ isSubmitting, latest }: AnnouncerProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState('');
  const id = latest?.messageId;
  const was = useRef({ isSubmitting, id });
  const ending = useEnding(latest);
  const hasFailed = latest?.error === true;
  useEffect(() => {
    const before = was.current;
    was.current = { isSubmitting, id };
    if (before.isSubmitting !== isSubmitting) setText(isSubmitting ? t('spoken.start') : ending);
    // The reply ended before the page saw it grow.
    else if (before.id !== id && hasFailed && !isSubmitting) setText(ending);
  }, [isSubmitting, id, hasFailed, ending, t]);
  useEffect(() => {
    if (!isSubmitting) return;
    // Screen readers do not repeat equal text; a space at the end makes it different.
    const timer = setInterval(
      () => setText((before) => (before === t('spoken.going') ? `${before}\u00a0` : t('spoken.going'))),
      EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [isSubmitting, t]);
  return <output className="sr-only">{text}</output>;
}

function useEnding(latest: ViewMessage | undefined): string {
  const { t } = useTranslation('chat');
  const wordsOf = useFailureWords();
  // A message that was not sent has no reply to report; its form shows the reason.
  if (!latest || latest.isCreatedByUser) return '';
  if (latest.error) return spokenFailure(wordsOf(latest));
  if (latest.cancelled) return t('message.stopped');
  return latest.unfinished ? t('message.unfinished') : t('spoken.end');
}
