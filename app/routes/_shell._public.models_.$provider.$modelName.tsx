import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { revealForOwner } from '#app/features/api-keys/reveal.server.ts';
import { ModelPage } from '#app/features/models/detail/ModelPage.tsx';
import { actOnModel, loadModel } from '#app/features/models/detail/model-page.server.ts';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageText, pageTitle } from '#app/ui/i18n/page-title.ts';
import { rootFacts } from '#app/ui/i18n/texts-in.ts';

export const loader = loadModel;
export const action = (args: ActionFunctionArgs) => actOnModel(args, revealForOwner);
export const meta: MetaFunction<typeof loader> = ({ matches, data, error }) => {
  const found = data?.page.kind === 'found' ? data.page.model : null;
  if (!found) return [{ title: pageTitle(matches, 'models:missing.title', error) }];
  const { id, name, makerName, description } = found;
  return pageHead(matches, {
    title: `${name} · ${rootFacts(matches)?.appTitle ?? makerName}`,
    description: description ?? pageText(matches, 'models:aboutModel', { model: name, maker: makerName }),
    path: `/models/${id}`,
  });
};

export default function Page() {
  const { page } = useLoaderData<typeof loader>();
  return <ModelPage page={page} answer={useActionData<typeof action>()} />;
}

export { ErrorPanel as ErrorBoundary };
