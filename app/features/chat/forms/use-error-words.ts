import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorParams } from '#app/contracts/errors.ts';
import type { ActionError } from '../actions/action-answer.ts';

/** The wording of an error in the reader's language. */
export function useErrorWords(): (error: Pick<ActionError, 'code' | 'params'>) => string {
  const { t } = useTranslation(['errors', 'chat']);
  return useCallback(
    ({ code, params }) => {
      if (code === 'unreached') return t('chat:composer.unreached');
      // The values that a text names come with the error, beyond what the compiler can check.
      return (t as (key: string, params: ErrorParams) => string)(`errors:${code}`, params);
    },
    [t],
  );
}
