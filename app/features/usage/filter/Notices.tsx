import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import type { Notice } from './notice.ts';

/** What the address asked for that there is not, and what is shown in its place. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const { t } = useTranslation('dashboard');
  if (notices.length === 0) return null;
  return (
    <Banner tone="warn">
      {notices.map(({ field, asked, shown }) => (
        <p key={field} className="wrap-anywhere">
          {t(`notice.${field}`, { asked, shown })}
        </p>
      ))}
    </Banner>
  );
}
