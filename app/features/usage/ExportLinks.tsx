import { Download } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { exportHref, type UsageFilter } from './filter/usage-query.ts';

const FORMATS = ['csv', 'json'] as const;

/** Links to all calls of the filter as a file, including those on other pages. */
export function ExportLinks({ filter }: { filter: UsageFilter }) {
  const { t } = useTranslation('dashboard');
  return (
    <ul aria-label={t('export.label')} className="flex gap-2 print:hidden">
      {FORMATS.map((format) => (
        <li key={format}>
          <a href={exportHref(filter, format)} download className={buttonClasses({ size: 'small' })}>
            <Icon of={Download} />
            {t(`export.${format}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
