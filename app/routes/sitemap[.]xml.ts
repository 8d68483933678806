import { chapterHref, DOCS_PATH } from '#app/features/docs/chapter-list.ts';
import { listChapters } from '#app/features/docs/docs-page.server.ts';
import { readOpenApi } from '#app/features/hub-api/openapi/openapi-call.server.ts';
import { sitemapCall } from '#app/features/site/crawler-calls.server.ts';

export const loader = () =>
  sitemapCall([DOCS_PATH, ...listChapters(readOpenApi).map(({ slug }) => chapterHref(slug))]);
