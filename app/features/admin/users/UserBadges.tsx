import { useTranslation } from 'react-i18next';
import { Badge } from '#app/ui/components/Badge.tsx';

/** What is special about a user, in a word each. */
export function UserBadges({
  isAdmin,
  isBanned,
  isDeleted,
}: {
  isAdmin: boolean;
  isBanned: boolean;
  isDeleted: boolean;
}) {
  const { t } = useTranslation('admin');
  return (
    <>
      {isAdmin && <Badge tone="accent">{t('user.admin')}</Badge>}
      {isBanned && <Badge tone="bad">{t('user.banned')}</Badge>}
      {isDeleted && <Badge>{t('user.deleted')}</Badge>}
    </>
  );
}
