import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TRASH_DAYS, type TrashEntry } from '#app/contracts/trash.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Trash2 } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';

interface TrashPageProps {
  entries: (TrashEntry & { daysLeft: number })[];
  nextCursor: string | null;
  /** The number of all entries. */
  count: number;
  /** Text key of the reason for which the last restoration was refused; null if it was not. */
  refused: 'chatFirst' | 'messageFirst' | null;
}

/** Page of the deleted chats and messages, the last deleted first. */
export function TrashPage({ entries, nextCursor, count, refused }: TrashPageProps) {
  const { t } = useTranslation('chat');
  return (
    <PageColumn>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">{t('list.trash')}</h1>
        {count > 0 && (
          <Form method="post">
            <input type="hidden" name="act" value="empty" />
            <ConfirmButton confirm={t('trash.emptyConfirm', { count })}>{t('trash.empty')}</ConfirmButton>
          </Form>
        )}
      </div>
      {refused && <Banner tone="bad">{t(`trash.${refused}`)}</Banner>}
      {count === 0 ? (
        <EmptyState icon={Trash2} title={t('trash.none')} text={t('trash.help', { count: TRASH_DAYS })} />
      ) : (
        <>
          <p className="text-text-muted">{t('trash.help', { count: TRASH_DAYS })}</p>
          <ul className="divide-y divide-line rounded-card border border-line">
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </ul>
        </>
      )}
      {nextCursor && (
        <LinkButton to={`?${new URLSearchParams({ after: nextCursor }).toString()}`} className="self-end">
          {t('list.more')}
        </LinkButton>
      )}
    </PageColumn>
  );
}

function Entry({ id, title, excerpt, messageCount, deletedAt, daysLeft }: TrashPageProps['entries'][number]) {
  const { t } = useTranslation('chat');
  const name = excerpt === null ? title : excerpt || t('trash.noText');
  const label = (action: string) => t('trash.target', { action, title: name });
  return (
    <li className="flex items-center justify-between gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-col max-sm:items-stretch">
      <div className="min-w-0">
        <p className="truncate">
          <bdi>{name}</bdi>
        </p>
        <ul className="flex flex-wrap gap-x-3 text-sm text-text-muted">
          {messageCount !== null && (
            <>
              <li className="max-w-full truncate">
                <bdi>{t('trash.inChat', { title })}</bdi>
              </li>
              <li>{t('trash.messages', { count: messageCount })}</li>
            </>
          )}
          <li>
            <DateTime at={deletedAt} show="date" />
          </li>
          <li>{t('trash.left', { count: daysLeft })}</li>
        </ul>
      </div>
      <div className="flex shrink-0 items-center gap-2 max-sm:justify-end">
        <Form method="post">
          <input type="hidden" name="trashId" value={id} />
          <Button size="small" name="act" value="restore" aria-label={label(t('trash.restore'))}>
            {t('trash.restore')}
          </Button>
        </Form>
        <Form method="post">
          <input type="hidden" name="trashId" value={id} />
          <ConfirmButton
            size="small"
            variant="plain"
            name="act"
            value="delete"
            confirm={t('trash.deleteConfirm')}
            aria-label={label(t('trash.deleteConfirm'))}
          >
            {t('trash.delete')}
          </ConfirmButton>
        </Form>
      </div>
    </li>
  );
}
