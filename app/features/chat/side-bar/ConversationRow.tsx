import { Link } from '@remix-run/react';
import { Ellipsis, Trash2 } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { ChatForm } from '../forms/ChatForm.tsx';
import { RenameForm } from './RenameForm.tsx';

interface ConversationRowProps {
  conversation: ChatConversation;
  current: string | null;
  /** Where the list on the page begins; an act in it leads back there. */
  cursor: string | null;
}

/** One conversation of the list, with a menu to rename or delete it. */
export function ConversationRow({ conversation, current, cursor }: ConversationRowProps) {
  const { t } = useTranslation('chat');
  const { conversationId, title } = conversation;
  const isCurrent = conversationId === current;
  const fields = { target: conversationId, ...(cursor && { list: cursor }) };
  return (
    <li
      className={`group/row flex items-center rounded-control ${isCurrent ? 'bg-surface-raised' : 'hover:bg-surface-raised'}`}
    >
      <Link
        to={`/chat/${conversationId}`}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
        className="control flex min-w-0 grow items-center rounded-control px-3 aria-[current]:font-medium"
      >
        <span dir="auto" className="truncate">
          {title}
        </span>
      </Link>
      <span className="row-actions">
        <Menu label={t('list.actions', { title })} icon={Ellipsis} align="end">
          <div className="w-72 max-w-[80vw] p-1">
            <RenameForm title={title} current={current} fields={fields} />
          </div>
          <ChatForm intent="delete" conversationId={current} fields={fields} className="grid p-1">
            <ConfirmButton
              variant="plain"
              className="w-full justify-start! gap-2.5! px-3! font-normal! text-bad!"
              confirm={t('list.deleteConfirm')}
            >
              <Icon of={Trash2} />
              {t('list.delete')}
            </ConfirmButton>
          </ChatForm>
        </Menu>
      </span>
    </li>
  );
}
