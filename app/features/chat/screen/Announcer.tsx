import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const EVERY_MS = 7000;

/** Says to a screen reader that a reply begins, about every 7 s that it goes on, and that it ended; never its words one by one. */
export function Announcer({ isSubmitting }: { isSubmitting: boolean }) {
  const { t } = useTranslation('chat');
  const [words, setWords] = useState('');
  const was = useRef(isSubmitting);
  useEffect(() => {
    if (was.current !== isSubmitting) setWords(isSubmitting ? t('spoken.start') : t('spoken.end'));
    was.current = isSubmitting;
    if (!isSubmitting) return;
    // The same words again are not read out; a space at the end makes them others.
    const timer = setInterval(
      () => setWords((before) => (before === t('spoken.going') ? `${before}\u00a0` : t('spoken.going'))),
      EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [isSubmitting, t]);
  return <output className="sr-only">{words}</output>;
}
