import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { ChatForm } from '#app/features/chat/send/ChatForm.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { menuItemClasses } from '#app/ui/components/menu/menu-item-classes.ts';
import { Ellipsis, Pencil, Trash2 } from '#app/ui/icons/lucide.ts';

interface ConversationRowProps {
  conversation: ChatConversation;
  current: string | null;
  /** Cursor where the list on the page begins; an action in the list returns there. */
  cursor: string | null;
}

interface RenameFormProps {
  title: string;
  /** The visible conversation. */
  current: string | null;
  fields: Record<string, string>;
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

/** Rename, a line of a menu. The form opens in the space of the line, so that the menu keeps its size. */
function RenameForm({ title, current, fields }: RenameFormProps) {
  const { t } = useTranslation('chat');
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = details.current;
    // A native listener: React 18 misses the toggle of a disclosure that opened before hydration.
    const onToggle = () => element?.open && element.querySelector<HTMLInputElement>('[name=title]')?.select();
    element?.addEventListener('toggle', onToggle);
    return () => element?.removeEventListener('toggle', onToggle);
  }, []);
  return (
    <details ref={details} className="relative grid">
      <summary className={menuItemClasses(false)}>
        <Icon of={Pencil} />
        {t('list.rename')}
      </summary>
      <ChatForm
        intent="rename"
        conversationId={current}
        fields={fields}
        className="absolute inset-0 flex items-center gap-1 bg-surface-raised"
      >
        <TextInput name="title" required maxLength={255} defaultValue={title} aria-label={t('list.title')} />
        <Button variant="primary" size="small">
          {t('message.save')}
        </Button>
      </ChatForm>
    </details>
  );
}
