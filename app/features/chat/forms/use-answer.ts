import type { Fetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plainWords } from '#app/ui/errors/error-words.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';
import type { ActionAnswer } from '../actions/action-answer.ts';
import { useErrorWords } from './use-error-words.ts';

/** What the link says to the page that mends it. */
const WAYS: Readonly<Record<string, 'composer.buy' | 'composer.limits' | 'composer.setKey' | undefined>> = {
  token_balance: 'composer.buy',
  spending_cap: 'composer.limits',
  no_user_key: 'composer.setKey',
};

/** Shows a refusal as a toast, or calls `onDone`, once for each answer. */
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
      const told = words(data.error);
      const way = WAYS[data.error.code];
      const link = way && { to: told.to, text: t(way) };
      showToast({ severity: 'error', text: plainWords(told), link });
    }
  }, [data, state, onDone, words, t]);
}
