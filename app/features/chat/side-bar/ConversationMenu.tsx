import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { exportPagePath } from '#app/contracts/exports/export-paths.ts';
import { movePath } from '#app/contracts/folders.ts';
import { chatSharesPath } from '#app/contracts/shares/share.ts';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuItem } from '#app/ui/components/menu/MenuItem.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';
import { menuItemClasses } from '#app/ui/components/menu/menu-item-classes.ts';
import { Archive, Download, Ellipsis, Folder, Pencil, Pin, Share2, Trash2 } from '#app/ui/icons/lucide.ts';

interface ConversationMenuProps {
  conversation: Pick<ChatConversation, 'conversationId' | 'title' | 'pinned' | 'archived' | 'expiresAt'>;
  /** The visible conversation. */
  current: string | null;
  /** Cursor where the list on the page begins; an action in the list returns there. */
  cursor?: string | null;
  /** The content of the button, with its classes; three dots by default. */
  face?: { className: string; content: ReactNode };
}

interface RenameFormProps {
  title: string;
  /** The visible conversation. */
  current: string | null;
  fields: Record<string, string>;
}

/** The actions on a conversation: rename, share, export, move, pin, archive and delete. A temporary one has fewer. */
export function ConversationMenu({ conversation, current, cursor, face }: ConversationMenuProps) {
  const { conversationId, title, pinned, archived, expiresAt } = conversation;
  const stays = expiresAt === null;
  const { t } = useTranslation('chat');
  const fields = { target: conversationId, ...(cursor && { list: cursor }) };
  return (
    <Menu
      label={t('list.actions', { title })}
      icon={Ellipsis}
      align={face ? 'start' : 'end'}
      face={face?.content}
      className={face?.className}
    >
      <div className="w-72 max-w-[80vw] p-1">
        <RenameForm title={title} current={current} fields={fields} />
        {stays && (
          <MenuLink to={chatSharesPath(conversationId)} icon={Share2}>
            {t('list.share')}
          </MenuLink>
        )}
        <MenuLink to={exportPagePath(conversationId)} icon={Download} data-export-dialog={title}>
          {t('list.export')}
        </MenuLink>
        {stays && (
          <MenuLink to={movePath(conversationId)} icon={Folder}>
            {t('list.move')}
          </MenuLink>
        )}
      </div>
      {stays && !archived && (
        <ChatForm
          intent="pin"
          conversationId={current}
          fields={{ ...fields, to: pinned ? 'off' : 'on' }}
          className="grid px-1"
        >
          <MenuItem icon={Pin}>{t(pinned ? 'list.unpin' : 'list.pin')}</MenuItem>
        </ChatForm>
      )}
      {stays && (
        <ChatForm
          intent="archive"
          conversationId={current}
          fields={{ ...fields, to: archived ? 'off' : 'on' }}
          className="grid px-1"
        >
          <MenuItem icon={Archive}>{t(archived ? 'list.unarchive' : 'list.archive')}</MenuItem>
        </ChatForm>
      )}
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
