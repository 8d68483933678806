import { Link } from '@remix-run/react';
import { CircleHelp, SquarePen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { ChatForm } from '../forms/ChatForm.tsx';
import { ConversationList } from './ConversationList.tsx';
import type { SideBarData } from './side-bar-data.ts';

/** Where the focus goes when a line of the list is gone. */
const NEW_CHAT_LINK = 'new-chat';

interface SideBarProps extends SideBarData {
  /** The conversation on show. */
  current: string | null;
  /** Further lines at the end, such as the settings. */
  children?: ReactNode;
}

/** New chat, the list of conversations, and at its foot what concerns all of them. */
export function SideBar({ current, children, ...list }: SideBarProps) {
  const { t } = useTranslation('chat');
  return (
    <nav aria-label={t('list.label')} data-focus-after={NEW_CHAT_LINK} className="flex min-h-0 grow flex-col">
      <div className="p-2">
        <Link
          id={NEW_CHAT_LINK}
          to="/chat/new"
          className={buttonClasses({ variant: 'quiet' }, 'w-full justify-start! bg-surface-raised')}
        >
          <Icon of={SquarePen} />
          {t('newChat')}
        </Link>
      </div>
      <ConversationList {...list} current={current} />
      <div className="border-t border-line p-2">
        {list.conversations.length > 0 && (
          <ChatForm intent="clear" conversationId={current} className="grid">
            <ConfirmButton
              variant="plain"
              className="w-full justify-start! gap-2.5! px-3! font-normal! text-text!"
              confirm={t('list.clearConfirm')}
            >
              <Icon of={Trash2} />
              {t('list.clear')}
            </ConfirmButton>
          </ChatForm>
        )}
        <MenuLink to="/chat/help" icon={CircleHelp}>
          {t('help')}
        </MenuLink>
        {children}
      </div>
    </nav>
  );
}
