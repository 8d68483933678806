import { Form } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { KEYS_PATH } from './keys-page.ts';

/** Asks in a dialog, then revokes. A native popover, so that it asks without scripts too. */
export function RevokeKey({ keyId, name }: { keyId: string; name: string }) {
  const { t } = useTranslation(['keys', 'common']);
  const id = useId();
  return (
    <>
      <button
        type="button"
        popovertarget={id}
        aria-label={t('revoke.named', { name })}
        className={buttonClasses({ size: 'small' })}
      >
        {t('revoke.button')}
      </button>
      <dialog
        id={id}
        popover="auto"
        aria-labelledby={`${id}-title`}
        className="m-auto w-[calc(100vw-2rem)] max-w-sm rounded-panel border border-line bg-surface-raised p-5 text-text shadow-float backdrop:bg-veil"
      >
        <Form method="post" action={KEYS_PATH} className="flex flex-col gap-4">
          <h2 id={`${id}-title`} className="text-md font-semibold">
            {t('revoke.title')}
          </h2>
          <p className="text-text-muted">{t('revoke.text', { name })}</p>
          <input type="hidden" name="keyId" value={keyId} />
          <div className="flex justify-end gap-2">
            <Button type="button" variant="plain" popovertarget={id} autoFocus>
              {t('common:cancel')}
            </Button>
            <Button variant="danger" name="act" value="revoke">
              {t('revoke.confirm')}
            </Button>
          </div>
        </Form>
      </dialog>
    </>
  );
}
