import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { describeError } from './error-kind.ts';

/** Words and ways out for what a route threw. */
export function KnownError({ error }: { error: unknown }) {
  const { t } = useTranslation('site');
  const { status, kind } = describeError(error);
  return (
    <>
      <p className="font-mono text-sm text-text-faint">{status}</p>
      <h1 className="text-xl font-semibold">{t(`${kind}.title`)}</h1>
      <p className="text-md text-text-muted">{t(`${kind}.text`)}</p>
      <p className="mt-2 flex flex-wrap gap-3">
        <LinkButton to="/chat/new" variant="primary" reloadDocument>
          {t('startNew')}
        </LinkButton>
        <LinkButton to="/" variant="quiet" reloadDocument>
          {t('home')}
        </LinkButton>
      </p>
    </>
  );
}
