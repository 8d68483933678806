import type { Fetcher } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ActionAnswer, ActionError } from './action-answer.ts';
import {
  errorWords,
  isKnownCode,
  plainWords,
  type ErrorWords,
  type Texts,
} from '#app/ui/errors/error-words.ts';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';

/** Text of the link to the page where the user can fix the error. */
const FIX_LINKS: Readonly<
  Record<string, 'composer.buy' | 'composer.limits' | 'composer.setKey' | undefined>
> = {
  token_balance: 'composer.buy',
  spending_cap: 'composer.limits',
  no_user_key: 'composer.setKey',
};

/** Shows an error as a toast, or calls `onDone`, once per answer. */
export function useAnswer(fetcher: Fetcher<ActionAnswer>, onDone?: () => void): void {
  const { t } = useTranslation('chat');
  const words = useErrorWords();
  const seen = useRef<ActionAnswer>();
  const { data, state } = fetcher;
  useEffect(() => {
    if (!data || state !== 'idle' || seen.current === data) return;
    seen.current = data;
    if (data.ok) onDone?.();
    else {
      const texts = words(data.error);
      const linkText = FIX_LINKS[data.error.code];
      const link = linkText && { to: texts.to, text: t(linkText) };
      showToast({ severity: 'error', text: plainWords(texts), link });
    }
  }, [data, state, onDone, words, t]);
}

/** Returns a function that words an error in the reader's language. */
export function useErrorWords(): (error: ActionError) => ErrorWords {
  const { t } = useTranslation(['errors', 'chat']);
  const product = useAppTitle();
  return useCallback(
    ({ code, params, message }) =>
      code === 'unreached'
        ? { sentence: t('chat:composer.unreached'), to: '', detail: null }
        : errorWords(
            t as Texts,
            { code, params, detail: isKnownCode(t as Texts, code) ? null : message },
            product,
          ),
    [t, product],
  );
}
