import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BalanceChip } from '#app/features/billing/BalanceChip.tsx';
import { FrameProviders } from '#app/features/billing/FrameProviders.tsx';
import { markdownLabels } from '#app/features/chat/markdown/labels.ts';
import { renderAnswers } from '#app/features/chat/markdown/render/render-text.server.ts';
import { PlaygroundPage } from '#app/features/playground/PlaygroundPage.tsx';
import { PlaygroundSideBar } from '#app/features/playground/page/PlaygroundSideBar.tsx';
import { actOnPlayground } from '#app/features/playground/server/act-on-playground.server.ts';
import { loadPlayground } from '#app/features/playground/server/playground-page.server.ts';
import { PublicFrame } from '#app/features/site/frame/PublicFrame.tsx';
import { WorkingFrame } from '#app/features/site/frame/WorkingFrame.tsx';
import { loadPublicFrame } from '#app/features/site/frame/load-frame.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import styles from '../features/chat/chat.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];
/**
 * The frame is loaded first, with the number of the newest event: an event during the rest of the load then
 * has a higher number.
 */
export async function loader(args: LoaderFunctionArgs) {
  const frame = await loadPublicFrame(args);
  const t = await translateFor(args.request, 'chat');
  const playground = await loadPlayground(args, (answers, owner) =>
    renderAnswers(answers, markdownLabels(t), owner),
  );
  return { frame, playground, texts: await pageTexts(args.request, 'playground') };
}

export const action = (args: ActionFunctionArgs) => actOnPlayground(args);

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'playground:title', error) },
  { name: 'robots', content: 'noindex' },
];

/** The multi-model playground, in the layout of a signed-in user, or in that of visitors. */
export default function Page() {
  const { frame, playground } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { account } = frame;
  const page = <PlaygroundPage data={playground} refusal={refusal} />;
  return (
    <FrameProviders account={account}>
      {account ? (
        <WorkingFrame
          // The side bar contains the categories, so it is open on a wide screen for all users.
          account={{ ...account, hasConversations: true }}
          balance={<BalanceChip />}
          footBalance={<BalanceChip isWide />}
          slot={<PlaygroundSideBar data={playground} />}
          header={
            <p className="truncate px-1 font-medium" dir="auto">
              {playground.title}
            </p>
          }
        >
          {page}
        </WorkingFrame>
      ) : (
        <PublicFrame frame={frame} balance={null}>
          <div className="flex grow">
            <div className="w-66 shrink-0 border-e border-line max-md:hidden">
              <PlaygroundSideBar data={playground} />
            </div>
            {page}
          </div>
        </PublicFrame>
      )}
    </FrameProviders>
  );
}

export { ErrorPanel as ErrorBoundary };
