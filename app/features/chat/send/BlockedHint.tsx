import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { partsOf } from '#app/ui/errors/error-words.ts';

/** Over the disabled box, which grows with it: the next steps after a failed reply, of which one opens the message. */
export function BlockedHint({ editId }: { editId: string | null }) {
  const { t } = useTranslation('chat');
  const [before, edit, after] = partsOf(t('composer.blocked'));
  return (
    <p className="relative z-1 px-4 py-4 text-md leading-chrome text-text-faint">
      {before}
      <Link
        to={`?edit=${editId}`}
        replace
        preventScrollReset
        className="text-accent underline underline-offset-2 hover:no-underline"
      >
        {edit}
      </Link>
      {after}
    </p>
  );
}
