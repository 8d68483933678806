import { Form } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from './Button.tsx';
import { buttonClasses, type ButtonLook } from './button-look.ts';

interface ConfirmFormProps {
  /** The target of the form, and its `act` value. */
  action: string;
  act: string;
  /** Text of the button that opens the dialog. */
  button: string;
  /** Its accessible name, if a page has several such buttons. */
  buttonLabel?: string;
  size?: ButtonLook['size'];
  /** The question, its consequences, and the text of the button that confirms. */
  title: string;
  text: string;
  confirm: string;
  /** Hidden fields. */
  children?: ReactNode;
}

/**
 * Asks for confirmation of an irreversible action in a dialog. It is a native popover, so that it works
 * without scripts, too.
 */
export function ConfirmForm(props: ConfirmFormProps) {
  const { action, act, button, buttonLabel, size, title, text, confirm, children } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <button type="button" popovertarget={id} aria-label={buttonLabel} className={buttonClasses({ size })}>
        {button}
      </button>
      <dialog
        id={id}
        popover="auto"
        aria-labelledby={`${id}-title`}
        className="m-auto w-[calc(100vw-2rem)] max-w-sm rounded-panel border border-line bg-surface-raised p-5 text-text shadow-float backdrop:bg-veil"
      >
        <Form method="post" action={action} className="flex flex-col gap-4">
          <h2 id={`${id}-title`} className="text-md font-semibold">
            {title}
          </h2>
          <p className="text-text-muted">{text}</p>
          {children}
          <div className="flex justify-end gap-2">
            <Button type="button" variant="plain" popovertarget={id} autoFocus>
              {t('cancel')}
            </Button>
            <Button variant="danger" name="act" value={act}>
              {confirm}
            </Button>
          </div>
        </Form>
      </dialog>
    </>
  );
}
