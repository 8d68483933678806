import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { Button } from '../components/button/Button.tsx';
import { useHydrated } from '../components/use-hydrated.ts';
import { showToast } from './show-toast.ts';
import type { Undo } from './toast.ts';

interface UndoFormProps {
  undo: Undo;
  /** Runs when the action is undone; absent for a toast of the document, which disappears by its time. */
  onDone?: (() => void) | undefined;
}

/** The button of a toast that undoes a deletion or an archiving, also without scripts. */
export function UndoForm({ undo: { intent, target, leaves }, onDone }: UndoFormProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const { Form, data, state } = useFetcher<{ ok: boolean }>();
  const isDone = data !== undefined && state === 'idle';
  const hasFailed = isDone && !data.ok;
  useEffect(() => {
    if (hasFailed) showToast({ severity: 'error', text: t('undoFailed') });
    if (isDone) onDone?.();
  }, [isDone, hasFailed, onDone, t]);
  if (isDone) return null;
  return (
    <Form method="post" action={`/chat/${NEW_CONVERSATION}`}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="target" value={target} />
      {intent === 'archive' && <input type="hidden" name="to" value="off" />}
      {leaves && <input type="hidden" name="leaves" value="1" />}
      {hydrated && <input type="hidden" name="enhanced" value="1" />}
      <Button size="small" className="whitespace-nowrap">
        {t('undo')}
      </Button>
    </Form>
  );
}
