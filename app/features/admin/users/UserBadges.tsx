import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';

/** Badges for the role and the state of a user. */
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
