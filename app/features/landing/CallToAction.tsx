import { useTranslation } from 'react-i18next';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';

interface CallToActionProps {
  isRegistrationOpen: boolean;
  /** Where a demo is booked; null where the operator has set no address. */
  demo: string | null;
}

/** The next step of a visitor: a key of their own, a demo, or the chat. */
export function CallToAction({ isRegistrationOpen, demo }: CallToActionProps) {
  const { t } = useTranslation('landing');
  return (
    <section className="mx-auto w-full max-w-6xl px-4 md:px-6">
      <div className="flex flex-col items-center gap-3 rounded-panel border border-line bg-surface-raised px-6 py-12 text-center">
        <h2 className="text-xl leading-tight font-semibold text-balance">{t('action.title')}</h2>
        <p className="max-w-lg text-md leading-reading text-balance text-text-muted">
          {t(isRegistrationOpen ? 'action.text' : 'action.textClosed')}
        </p>
        <p className="mt-3 flex flex-wrap justify-center gap-3">
          <LinkButton
            to={`${isRegistrationOpen ? '/register' : '/login'}?redirectTo=/keys`}
            variant="primary"
            size="large"
          >
            {t('action.key')}
          </LinkButton>
          {demo && (
            <a href={demo} target="_blank" rel="noreferrer" className={buttonClasses({ size: 'large' })}>
              {t('action.demo')}
            </a>
          )}
          <LinkButton to="/chat/new" variant="plain" size="large">
            {t('action.chat')}
          </LinkButton>
        </p>
      </div>
    </section>
  );
}
