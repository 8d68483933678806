import type { Fetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';
import { plainWords } from '#app/ui/errors/error-words.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';
import type { ActionAnswer } from '../actions/action-answer.ts';
import { useErrorWords } from './use-error-words.ts';

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
      const { code } = data.error;
      const link =
        code === 'token_balance'
          ? { to: '/balance', text: t('composer.buy') }
          : code === 'spending_cap'
            ? { to: LIMITS_PATH, text: t('composer.limits') }
            : undefined;
      showToast({ severity: 'error', text: plainWords(words(data.error)), link });
    }
  }, [data, state, onDone, words, t]);
}
