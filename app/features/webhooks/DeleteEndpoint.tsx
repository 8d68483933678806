import { Form } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';

interface DeleteEndpointProps {
  name: string;
  /** Where its forms go. */
  action: string;
}

/** Asks in a dialog, then deletes. A native popover, so that it asks without scripts too. */
export function DeleteEndpoint({ name, action }: DeleteEndpointProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const id = useId();
  return (
    <>
      <button type="button" popovertarget={id} className={buttonClasses({})}>
        {t('delete.button')}
      </button>
      <dialog
        id={id}
        popover="auto"
        aria-labelledby={`${id}-title`}
        className="m-auto w-[calc(100vw-2rem)] max-w-sm rounded-panel border border-line bg-surface-raised p-5 text-text shadow-float backdrop:bg-veil"
      >
        <Form method="post" action={action} className="flex flex-col gap-4">
          <h2 id={`${id}-title`} className="text-md font-semibold">
            {t('delete.title')}
          </h2>
          <p className="text-text-muted">{t('delete.text', { name })}</p>
          <div className="flex justify-end gap-2">
            <Button type="button" variant="plain" popovertarget={id} autoFocus>
              {t('common:cancel')}
            </Button>
            <Button variant="danger" name="act" value="delete">
              {t('delete.confirm')}
            </Button>
          </div>
        </Form>
      </dialog>
    </>
  );
}
