import { ArrowUp, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { Dots } from './Dots.tsx';

interface SendButtonProps {
  hasText: boolean;
  isSubmitting: boolean;
  disabled: boolean;
  /** Id of the form that stops. */
  stopForm: string;
}

const SHAPE = 'grid size-11 shrink-0 place-items-center rounded-full transition-colors md:size-9';

/** Sends; green when there is something to send. While a reply grows: dots, or on small screens the way to stop it. */
export function SendButton({ hasText, isSubmitting, disabled, stopForm }: SendButtonProps) {
  const { t } = useTranslation('chat');
  if (isSubmitting) {
    return (
      <>
        <button
          type="submit"
          form={stopForm}
          formNoValidate
          aria-label={t('composer.stop')}
          className={joinClasses(SHAPE, 'bg-text text-surface min-[769px]:hidden')}
        >
          <Icon of={Square} />
        </button>
        <span className={joinClasses(SHAPE, 'text-text-muted max-[769px]:hidden')}>
          <Dots label={t('composer.sending')} />
        </span>
      </>
    );
  }
  return (
    <button
      type="submit"
      name="intent"
      value="send"
      disabled={disabled}
      title={t('composer.send')}
      aria-label={t('composer.send')}
      className={joinClasses(
        SHAPE,
        'disabled:opacity-50',
        hasText ? 'bg-good text-accent-text' : 'bg-surface-sunken text-text-muted',
      )}
    >
      <Icon of={ArrowUp} size={20} />
    </button>
  );
}
