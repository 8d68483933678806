import { useTranslation } from 'react-i18next';

/** The browser's own bar in our colours: by itself it is green on grey. */
const BAR =
  'h-1 min-w-0 grow overflow-hidden rounded-full bg-surface-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-accent';

/** A bar that fills, with its figure beside it; one that tells of no figure where the maker does not say. */
export function Progress({ done }: { done: number | null }) {
  const { t } = useTranslation('playground');
  return (
    <p className="mt-2 flex max-w-96 items-center gap-2 text-sm text-text-muted tabular-nums">
      <progress aria-label={t('progress')} max={100} value={done ?? undefined} className={BAR} />
      <bdi dir="ltr" className="w-12 text-end">
        {done === null ? '' : `${done} %`}
      </bdi>
    </p>
  );
}
