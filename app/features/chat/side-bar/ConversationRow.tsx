import { Link } from '@remix-run/react';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { Button } from '#app/ui/components/Button.tsx';
import { ConfirmButton } from '#app/ui/components/ConfirmButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Menu } from '#app/ui/components/Menu.tsx';
import { TextInput } from '#app/ui/components/TextInput.tsx';
import { menuItemClasses } from '#app/ui/components/menu-item-classes.ts';
import { ChatForm } from '../forms/ChatForm.tsx';

interface ConversationRowProps {
  conversation: ChatConversation;
  current: string | null;
}

/** One conversation of the list, with a menu to rename or delete it. */
export function ConversationRow({ conversation, current }: ConversationRowProps) {
  const { t } = useTranslation('chat');
  const { conversationId, title } = conversation;
  const isCurrent = conversationId === current;
  const fields = { target: conversationId };
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
          <details className="p-1">
            <summary className={menuItemClasses(false)}>
              <Icon of={Pencil} />
              {t('list.rename')}
            </summary>
            <ChatForm intent="rename" conversationId={current} fields={fields} className="flex gap-2 p-2">
              <TextInput
                name="title"
                required
                maxLength={255}
                defaultValue={title}
                aria-label={t('list.title')}
              />
              <Button variant="primary">{t('message.save')}</Button>
            </ChatForm>
          </details>
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
