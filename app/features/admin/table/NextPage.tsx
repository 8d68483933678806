import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';

interface NextPageProps {
  /** Address of the first page; null on it. */
  first: string | null;
  /** Address of the next page; null at the end. */
  next: string | null;
}

/** Links to the first and to the next page of a list that is paged by cursor. */
export function NextPage({ first, next }: NextPageProps) {
  const { t } = useTranslation('admin');
  if (first === null && next === null) return null;
  return (
    <nav aria-label={t('pages')} className="flex items-center justify-between gap-3">
      {first !== null && (
        <LinkButton to={first} size="small">
          {t('first')}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton to={next} size="small" rel="next" className="ms-auto">
          {t('next')}
        </LinkButton>
      )}
    </nav>
  );
}
