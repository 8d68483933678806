import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  Outlet,
  useLoaderData,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { AddCredit, BalanceChip, BalanceFigure } from '#app/features/billing/BalanceChip.tsx';
import { FrameProviders } from '#app/features/billing/FrameProviders.tsx';
import type { ConversationData } from '#app/features/chat/screen/conversation-data.ts';
import { needsReload } from '#app/features/chat/screen/needs-reload.ts';
import { ConversationList } from '#app/features/chat/side-bar/ConversationList.tsx';
import { loadSideBar } from '#app/features/chat/side-bar/load-side-bar.server.ts';
import { ExportDialogHost } from '#app/features/exports/ExportDialogHost.tsx';
import { FrameSideBar } from '#app/features/site/frame/FrameSideBar.tsx';
import { loadFrame } from '#app/features/site/frame/load-frame.server.ts';
import { PublicFrame } from '#app/features/site/frame/PublicFrame.tsx';
import { useCheckedDownloads } from '#app/ui/files/use-checked-downloads.ts';
import { AppShell } from '#app/ui/layout/AppShell.tsx';
import { UserMenu } from '#app/ui/layout/UserMenu.tsx';
import { useReloadOnEvents } from '#app/ui/live/use-reload-on-events.ts';

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) => needsReload(args);

export async function loader(args: LoaderFunctionArgs) {
  const [frame, list] = await Promise.all([loadFrame(args), loadSideBar(args)]);
  return { ...frame, list };
}

/** The frame of every page: the shell of a signed-in user, or the header and the footer of a visitor. */
export default function ShellLayout() {
  const { list, ...frame } = useLoaderData<typeof loader>();
  const { account } = frame;
  const current = useRouteLoaderData<ConversationData>('routes/_shell.chat.$conversationId')?.conversationId;
  if (!account) {
    return (
      <PublicFrame frame={frame}>
        <Outlet />
      </PublicFrame>
    );
  }
  const user = { name: account.name, photo: account.avatar, isAdmin: account.isAdmin };
  return (
    <FrameProviders account={account}>
      <EventListener />
      <ExportDialogHost />
      <AppShell
        hasConversations={account.hasConversations}
        sideBar={
          <FrameSideBar
            foot={
              <>
                <span className="grid rail:hidden">
                  <AddCredit />
                </span>
                <UserMenu {...user} balance={<BalanceFigure />} align="above" />
              </>
            }
          >
            {list && <ConversationList {...list} current={current ?? null} />}
          </FrameSideBar>
        }
        headerEnd={
          <>
            <BalanceChip />
            <span className="md:hidden">
              <UserMenu {...user} balance={<BalanceFigure />} align="end" />
            </span>
          </>
        }
      >
        <Outlet />
      </AppShell>
    </FrameProviders>
  );
}

function EventListener() {
  useReloadOnEvents();
  useCheckedDownloads();
  return null;
}
