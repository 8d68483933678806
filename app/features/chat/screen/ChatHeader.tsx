import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import { ConversationMenu } from '#app/features/chat/side-bar/ConversationMenu.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ChevronDown } from '#app/ui/icons/lucide.ts';
import type { ConversationData } from './conversation-data.ts';

type ChatHeaderProps = Pick<
  ConversationData,
  'conversationId' | 'title' | 'pinned' | 'archived' | 'costMicro'
>;

/** The title of the conversation, which opens its actions, and its cost. */
export function ChatHeader({ conversationId, title, pinned, archived, costMicro }: ChatHeaderProps) {
  const { t } = useTranslation('chat');
  if (conversationId === null) return <p className="px-2 text-text-muted">{t('newChat')}</p>;
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
          conversation={{ conversationId, title, pinned, archived }}
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
