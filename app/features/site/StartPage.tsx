import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { PageLayout } from '#app/ui/layout/PageLayout.tsx';

/** What a visitor sees at the address itself: what this is, and the two ways in. */
export function StartPage() {
  const { t } = useTranslation('site');
  return (
    <PageLayout className="mx-auto w-full max-w-2xl items-center justify-center gap-5 px-6 py-16 text-center">
      <h1 className="text-2xl leading-tight font-semibold text-balance md:text-3xl">{t('start.title')}</h1>
      <p className="max-w-lg text-md leading-reading text-balance text-text-muted">{t('start.text')}</p>
      <p className="mt-3 flex flex-wrap justify-center gap-3">
        <LinkButton to="/register" variant="primary" size="large">
          {t('start.register')}
        </LinkButton>
        <LinkButton to="/login" size="large">
          {t('start.login')}
        </LinkButton>
      </p>
    </PageLayout>
  );
}
