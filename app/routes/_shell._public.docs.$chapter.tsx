import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ChapterPage } from '#app/features/docs/ChapterPage.tsx';
import { MissingChapterPage } from '#app/features/docs/MissingChapterPage.tsx';
import { loadChapter } from '#app/features/docs/docs-page.server.ts';
import { readOpenApi } from '#app/features/hub-api/openapi/openapi-call.server.ts';
import { pageHead } from '#app/ui/i18n/page-head.ts';
import { pageTitle } from '#app/ui/i18n/page-title.ts';
import { rootFacts } from '#app/ui/i18n/texts-in.ts';

export const loader = (args: LoaderFunctionArgs) => loadChapter(args, readOpenApi);

export const meta: MetaFunction<typeof loader> = ({ matches, data, error }) => {
  if (data?.kind !== 'found') return [{ title: pageTitle(matches, 'docs:missing.title', error) }];
  const { slug, title, description } = data.chapter;
  const path = `/docs/${slug}`;
  return [
    ...pageHead(matches, { title: `${title} · ${rootFacts(matches)?.appTitle ?? ''}`, description, path }),
    { tagName: 'link', rel: 'alternate', type: 'text/markdown', href: `${path}.md` },
  ];
};

export default function Page() {
  const page = useLoaderData<typeof loader>();
  return page.kind === 'found' ? (
    <ChapterPage chapter={page.chapter} />
  ) : (
    <MissingChapterPage slug={page.slug} near={page.near} />
  );
}
