import { useSearchParams } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { ConversationMenu } from '#app/features/chat/side-bar/ConversationMenu.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { ChevronDown, Clock } from '#app/ui/icons/lucide.ts';
import type { ConversationData } from './conversation-data.ts';

type ChatHeaderProps = Pick<
  ConversationData,
  'conversationId' | 'title' | 'pinned' | 'archived' | 'temporary' | 'costMicro'
>;

/** The title of the conversation, which opens its actions, and its cost. */
export function ChatHeader(props: ChatHeaderProps) {
  const { conversationId, title, pinned, archived, temporary, costMicro } = props;
  const { t } = useTranslation('chat');
  if (conversationId === null) return <NewHeader isTemporary={temporary !== null} />;
  const content = (
    <>
      <span className="sr-only">{t('list.actions', { title })}</span>
      <span aria-hidden dir="auto" className="truncate font-medium">
        {title}
      </span>
      <span className="text-text-faint">
        <Icon of={ChevronDown} size={16} />
      </span>
    </>
  );
  return (
    <>
      <span data-conversation-menu="" className="flex min-w-0">
        <ConversationMenu
          conversation={{ conversationId, title, pinned, archived, expiresAt: temporary?.endsAt ?? null }}
          current={conversationId}
          face={{
            className:
              'flex control min-w-0 items-center gap-1.5 rounded-control px-2 transition-colors hover:bg-surface-sunken',
            content,
          }}
        />
      </span>
      {costMicro !== null && (
        <span title={t('cost')} className="ms-auto shrink-0 px-1 text-xs text-text-muted tabular-nums">
          <span className="sr-only">{t('cost')} </span>
          <data value={costMicro}>{formatMicro(BigInt(costMicro))}</data>
        </span>
      )}
    </>
  );
}

/** The header of a new chat, with a link that makes it a temporary one, or one that stays. */
function NewHeader({ isTemporary }: { isTemporary: boolean }) {
  const { t } = useTranslation('chat');
  const [query] = useSearchParams();
  const other = new URLSearchParams(query);
  if (isTemporary) other.delete('temporary');
  else other.set('temporary', '1');
  const search = other.toString();
  return (
    <>
      {/* A phone has space for one of both. */}
      <p className="truncate px-2 text-text-muted max-sm:sr-only">{t('newChat')}</p>
      <LinkButton
        to={`/chat/new${search && `?${search}`}`}
        replace
        variant="plain"
        size="small"
        className="whitespace-nowrap sm:ms-auto"
      >
        <Icon of={Clock} />
        {t(isTemporary ? 'temporary.stop' : 'temporary.start')}
      </LinkButton>
    </>
  );
}
