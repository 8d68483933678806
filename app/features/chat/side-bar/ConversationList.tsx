import { Link, NavLink, useLocation, useSearchParams } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { folderPath } from '#app/contracts/folders.ts';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { dateFormat, ownTimeZone } from '#app/ui/i18n/formats.ts';
import { Folder, MessagesSquare } from '#app/ui/icons/lucide.ts';
import { ConversationRow } from './ConversationRow.tsx';
import { groupByDay, useMoreConversations, type DayGroup, type SideBarData } from './listed-conversations.ts';

const HEADING = 'px-2.5 pt-2 pb-0.5 text-xs font-medium text-text-muted';

/** The pinned conversations, and the others by day, newest first; loads more when the end comes near. */
export function ConversationList({ current, ...data }: SideBarData & { current: string | null }) {
  const { t, i18n } = useTranslation('chat');
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const { conversations, nextCursor, end, loadMore } = useMoreConversations(data);
  const { pinned, folders, cursor } = data;
  const others = conversations.filter((one) => !one.pinned);
  const listed = (conversation: ChatConversation) => (
    <ConversationRow
      key={conversation.conversationId}
      conversation={conversation}
      current={current}
      cursor={cursor}
    />
  );
  // The server does not know the reader's time zone: it groups by UTC, and the browser by local days.
  const timeZone = hydrated ? ownTimeZone() : 'UTC';
  if (conversations.length + pinned.length + folders.length === 0) {
    return (
      <nav aria-label={t('list.label')} className="grow px-2">
        <EmptyState icon={MessagesSquare} title={t('list.empty')} text={t('list.emptyHelp')} />
        <OtherPlaces />
      </nav>
    );
  }
  return (
    <nav aria-label={t('list.label')} className="min-h-0 grow overflow-y-auto border-t border-line px-2 pb-2">
      {cursor && (
        <Link
          to={{ pathname, search: withCursor(search, null) }}
          className={buttonClasses({ size: 'small', variant: 'plain' }, 'w-full')}
        >
          {t('list.newest')}
        </Link>
      )}
      {pinned.length > 0 && (
        <section>
          <h2 className={HEADING}>{t('list.pinned')}</h2>
          <ul>{pinned.map(listed)}</ul>
        </section>
      )}
      {folders.length > 0 && (
        <section>
          <h2 className={HEADING}>{t('list.folders')}</h2>
          <ul>
            {folders.map(({ folderId, name }) => (
              <li key={folderId}>
                <NavLink
                  to={folderPath(folderId)}
                  title={name}
                  className="side-bar-row items-center gap-2 rounded-control px-2.5 hover:bg-surface-raised aria-[current]:bg-surface-raised aria-[current]:font-medium"
                >
                  <Icon of={Folder} size={16} />
                  <span dir="auto" className="min-w-0 truncate">
                    {name}
                  </span>
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groupByDay(others, new Date(data.now), timeZone).map(({ group, items }) => (
        <section key={group.kind === 'calendar' ? group.month : group.kind}>
          <h2 className={HEADING}>
            <DayName group={group} language={i18n.language} />
          </h2>
          <ul>{items.map(listed)}</ul>
        </section>
      ))}
      {nextCursor && (
        <div ref={end} className="pt-2">
          <Link
            to={{ pathname, search: withCursor(search, nextCursor) }}
            onClick={(event) => {
              event.preventDefault();
              void loadMore();
            }}
            className={buttonClasses({ size: 'small', variant: 'plain' }, 'w-full')}
          >
            {t('list.more')}
          </Link>
        </div>
      )}
      {!nextCursor && <OtherPlaces />}
    </nav>
  );
}

/** The links to the pages of all folders, of the archive and of the trash. */
function OtherPlaces() {
  const { t } = useTranslation('chat');
  return (['folders', 'archived', 'trash'] as const).map((place) => (
    <Link
      key={place}
      to={`/chat/${place}`}
      className="side-bar-row mt-1 items-center rounded-control px-2.5 text-sm text-text-muted hover:text-text"
    >
      {t(`list.${place}`)}
    </Link>
  ));
}

/** The query of a page, with the list at another cursor; null for its newest end. */
function withCursor(search: URLSearchParams, cursor: string | null): string {
  const params = new URLSearchParams(search);
  params.delete('list');
  if (cursor !== null) params.set('list', cursor);
  return params.toString();
}

function DayName({ group, language }: { group: DayGroup; language: string }) {
  const { t } = useTranslation('chat');
  if (group.kind !== 'calendar') return t(`list.${group.kind}`);
  const options = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return dateFormat(language, options).format(new Date(group.month));
}
