import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { markdownLabels } from '#app/ui/markdown/labels.ts';
import { renderAnswers } from '#app/ui/markdown/render/render-text.server.ts';
import { PlaygroundPage } from '#app/features/playground/PlaygroundPage.tsx';
import { PlaygroundSideBar } from '#app/features/playground/page/PlaygroundSideBar.tsx';
import { actOnPlayground } from '#app/features/playground/server/act-on-playground.server.ts';
import { loadPlayground } from '#app/features/playground/server/playground-page.server.ts';
import { useFrame } from '#app/features/site/frame/frame-data.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { pageTexts, translateFor } from '#app/ui/i18n/texts.server.ts';
import { Screen } from '#app/ui/layout/AppShell.tsx';
import styles from '../features/chat/chat.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export async function loader(args: LoaderFunctionArgs) {
  const t = await translateFor(args.request, 'chat');
  const playground = await loadPlayground(args, (answers, owner) =>
    renderAnswers(answers, markdownLabels(t), owner),
  );
  return { playground, texts: await pageTexts(args.request, 'playground', 'prompts') };
}

export const action = (args: ActionFunctionArgs) => actOnPlayground(args);

export const meta: MetaFunction = ({ matches, error }) => [
  { title: pageTitle(matches, 'playground:title', error) },
  { name: 'robots', content: 'noindex' },
];

/** The multi-model playground, of a signed-in user or of a visitor. */
export default function Page() {
  const { playground } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { account } = useFrame();
  const { t } = useTranslation('playground');
  const page = (
    <div className="flex min-h-0 grow">
      <div className="flex w-60 shrink-0 flex-col border-e border-line max-lg:hidden">
        <PlaygroundSideBar data={playground} />
      </div>
      <PlaygroundPage data={playground} refusal={refusal} />
    </div>
  );
  if (!account) return page;
  return (
    <Screen
      fills
      header={
        <p className="truncate px-1 font-medium" dir="auto">
          {playground.title ?? t('title')}
        </p>
      }
    >
      {page}
    </Screen>
  );
}

export { ErrorPanel as ErrorBoundary };
