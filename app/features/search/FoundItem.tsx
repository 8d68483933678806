import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly, formatMicro } from '#app/contracts/money.ts';
import type { FoundMessage } from '#app/contracts/search.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { ArchivedMark } from './ArchivedMark.tsx';
import { messageHref } from './search-fields.ts';

/** A found message: the title of its chat as the link to it, who wrote it and when, and the matching place. */
export function FoundItem({ message }: { message: FoundMessage }) {
  const { t } = useTranslation('search');
  const { title, archived, isCreatedByUser, sender, model, createdAt, costMicro, snippet } = message;
  const cost = costMicro === null ? 0n : BigInt(costMicro);
  return (
    <li className="relative flex flex-col gap-1 px-4 py-3 hover:bg-surface-sunken has-[a:focus-visible]:bg-surface-sunken">
      <Link
        to={messageHref(message)}
        // The whole item is a target.
        className="min-w-0 truncate font-medium after:absolute after:inset-0 hover:underline"
      >
        <bdi>{title}</bdi>
      </Link>
      <p className="flex flex-wrap gap-x-2 text-sm text-text-muted">
        <bdi>{isCreatedByUser ? t('you') : (model ?? sender)}</bdi>
        <span aria-hidden>·</span>
        <DateTime at={createdAt} />
        {archived && <ArchivedMark />}
        {cost > 0n && (
          <>
            <span aria-hidden>·</span>
            <bdi title={formatExactly(cost)}>{formatMicro(cost)}</bdi>
          </>
        )}
      </p>
      <p dir="auto" className="text-start wrap-anywhere">
        {snippet.map(({ text, isMatch }, place) =>
          isMatch ? (
            // oxlint-disable-next-line react/no-array-index-key -- parts of one text, in their order
            <mark key={place} className="rounded-sm bg-accent-soft font-medium text-text">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  );
}
