import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';

/** What this is, in one line and one more, and the two ways in. */
export function Hero() {
  const { t } = useTranslation('landing');
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col items-center gap-5 px-6 pt-16 text-center md:pt-24">
      <h1 className="text-2xl leading-tight font-semibold text-balance md:text-3xl">{t('hero.title')}</h1>
      <p className="max-w-2xl text-md leading-reading text-balance text-text-muted">{t('hero.text')}</p>
      <p className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton to="/chat/new" variant="primary" size="large">
          {t('hero.playground')}
        </LinkButton>
        <LinkButton to="/models" size="large">
          {t('hero.models')}
        </LinkButton>
      </p>
    </div>
  );
}
