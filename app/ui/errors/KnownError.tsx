import { useTranslation } from 'react-i18next';
import { LinkButton } from '../components/LinkButton.tsx';

const KINDS = {
  403: 'forbidden',
  404: 'notFound',
  405: 'notFound',
  429: 'tooMany',
  503: 'unavailable',
} as const;

/** Words and ways out for an error of this HTTP status. */
export function KnownError({ status }: { status: number }) {
  const { t } = useTranslation('site');
  const kind = KINDS[status as keyof typeof KINDS] ?? 'failed';
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
