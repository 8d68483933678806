import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';

const QUESTIONS = ['pay', 'before', 'stop', 'edit', 'keys', 'wrong'] as const;

/** Help page with the most frequent questions. */
export function HelpPage() {
  const { t } = useTranslation('help');
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <div className="mx-auto w-full max-w-reading px-4 py-8">
        <h1 className="mb-6 text-xl font-semibold">{t('title')}</h1>
        <dl className="flex flex-col gap-6 text-md leading-reading">
          {QUESTIONS.map((name) => (
            <div key={name}>
              <dt className="font-semibold">{t(`${name}Q`)}</dt>
              <dd className="text-text-muted">{t(`${name}A`)}</dd>
            </div>
          ))}
        </dl>
        <LinkButton to="/chat/new" className="mt-8">
          {t('back')}
        </LinkButton>
      </div>
    </div>
  );
}
