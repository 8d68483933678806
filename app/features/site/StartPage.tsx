import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';

/** What a visitor sees at the address itself: what this is, and the ways in. */
export function StartPage({ isRegistrationOpen }: { isRegistrationOpen: boolean }) {
  const { t } = useTranslation('site');
  return (
    <div className="mx-auto flex w-full max-w-2xl grow flex-col items-center justify-center gap-5 px-6 py-16 text-center">
      <h1 className="text-2xl leading-tight font-semibold text-balance md:text-3xl">{t('start.title')}</h1>
      <p className="max-w-lg text-md leading-reading text-balance text-text-muted">{t('start.text')}</p>
      <p className="mt-3 flex flex-wrap justify-center gap-3">
        {isRegistrationOpen && (
          <LinkButton to="/register" variant="primary" size="large">
            {t('nav.register')}
          </LinkButton>
        )}
        <LinkButton to="/login" size="large" variant={isRegistrationOpen ? 'quiet' : 'primary'}>
          {t('nav.logIn')}
        </LinkButton>
      </p>
    </div>
  );
}
