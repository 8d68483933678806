import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { readCookie } from '../preferences/preferences.ts';
import { FLASH_COOKIE, parseFlash, type Flash } from './toast.ts';
import { showToast } from './show-toast.ts';
import { ToastCard } from './ToastCard.tsx';
import { ToastList } from './ToastList.tsx';

/**
 * The toasts of a page. A toast left by the server is part of the document, so that it is visible without
 * scripts, too; with scripts it disappears like the others.
 */
export function ToastRegion({ flash }: { flash: Flash | null }) {
  const { t } = useTranslation();
  const first = useServerFlash(flash);
  return (
    <ToastList>
      {first && <ToastCard severity={first.severity} text={wordsOf(t, first)} undo={first.undo} />}
    </ToastList>
  );
}

/** The flash of this document; after a navigation within it the new flash is read from its cookie. */
function useServerFlash(flash: Flash | null): Flash | null {
  const { t } = useTranslation();
  const { state } = useNavigation();
  const [first, setFirst] = useState(flash);
  useEffect(() => {
    if (!first) return;
    const timer = setTimeout(() => setFirst(null), first.undo ? 10_000 : 5_000);
    return () => clearTimeout(timer);
  }, [first]);
  useEffect(() => {
    if (state !== 'idle') return;
    const next = parseFlash(readCookie(document.cookie, FLASH_COOKIE) ?? '');
    if (!next) return;
    document.cookie = `${FLASH_COOKIE}=; Path=/; Max-Age=0`;
    showToast({ severity: next.severity, text: wordsOf(t, next), undo: next.undo });
  }, [state, t]);
  return first;
}

/** A flash has a dynamic key, which the compiler cannot check. */
function wordsOf(t: unknown, { key, params }: Flash): string {
  return (t as (key: string, params?: object) => string)(key, params);
}
