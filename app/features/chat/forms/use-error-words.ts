import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords, hasWords, type ErrorWords, type Texts } from '#app/ui/errors/error-words.ts';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import type { ActionError } from '../actions/action-answer.ts';

/** The wording of a refusal in the reader's language. */
export function useErrorWords(): (error: ActionError) => ErrorWords {
  const { t } = useTranslation(['errors', 'chat']);
  const product = useAppTitle();
  return useCallback(
    ({ code, params, message }) =>
      code === 'unreached'
        ? { sentence: t('chat:composer.unreached'), to: '', detail: null }
        : errorWords(
            t as Texts,
            { code, params, detail: hasWords(t as Texts, code) ? null : message },
            product,
          ),
    [t, product],
  );
}
