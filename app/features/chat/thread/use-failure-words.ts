import { useCallback } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { Texts } from '#app/ui/errors/error-words.ts';
import { failureWords, type FailureWords } from '#app/ui/errors/failure-words.ts';
import type { ViewMessage } from './view-message.ts';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';

/** Returns a function that words the failure of a reply, for its card and for screen readers. */
export function useFailureWords(): (
  message: Pick<ViewMessage, 'errorCode' | 'errorDetail' | 'costMicro' | 'text' | 'endpoint' | 'ownKey'>,
) => FailureWords {
  const { t } = useTranslation(['chat', 'errors']);
  const product = useAppTitle();
  return useCallback(
    ({ errorCode, errorDetail, costMicro, text, endpoint, ownKey }) =>
      failureWords(
        t as Texts,
        {
          code: errorCode ?? '',
          params: { ...(endpoint && { endpoint }), ...(ownKey && { context: 'own' }) },
          detail: errorDetail,
          costMicro,
          hasText: text !== '',
        },
        product,
      ),
    [t, product],
  );
}
