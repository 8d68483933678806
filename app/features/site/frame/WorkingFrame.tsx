import { useNavigate } from '@remix-run/react';
import { useEffect, type ReactNode } from 'react';
import { AppShell } from '#app/ui/layout/AppShell.tsx';
import { UserMenu } from '#app/ui/layout/UserMenu.tsx';
import { FrameSideBar } from './FrameSideBar.tsx';
import type { FrameAccount } from './frame-data.ts';

interface WorkingFrameProps {
  account: FrameAccount;
  /** The balance as a chip. */
  balance: ReactNode;
  /** The balance at the foot of the side bar. */
  footBalance: ReactNode;
  /** The settings as an item of the user menu, if they open over the page. */
  settings?: ReactNode;
  /** In the side bar: the conversations, or the pages of the area. */
  slot: ReactNode;
  /** In the header: the page's own controls. */
  header: ReactNode;
  isBusy?: boolean;
  /** See AppShell. */
  scrolls?: 'inside' | 'page';
  children: ReactNode;
}

/** The common frame of all working pages: chat, credits, keys, usage, settings, account. */
export function WorkingFrame({
  account,
  balance,
  footBalance,
  settings,
  slot,
  header,
  ...rest
}: WorkingFrameProps) {
  const { name, avatar, hasConversations, isAdmin } = account;
  useNewChatKey();
  return (
    <AppShell
      hasConversations={hasConversations}
      sideBar={
        <FrameSideBar
          isAdmin={isAdmin}
          foot={
            <>
              {footBalance}
              <UserMenu
                name={name}
                photo={avatar}
                align="above"
                isNamed
                isAdmin={isAdmin}
                settings={settings}
              />
            </>
          }
        >
          {slot}
        </FrameSideBar>
      }
      header={header}
      headerEnd={
        <>
          {balance}
          <UserMenu name={name} photo={avatar} align="end" isAdmin={isAdmin} settings={settings} />
        </>
      }
      {...rest}
    />
  );
}

/** Ctrl+Shift+O (Command on a Mac) begins a new chat, as in other chats. */
function useNewChatKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.code !== 'KeyO' || !event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey))
        return;
      event.preventDefault();
      navigate('/chat/new');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate]);
}
