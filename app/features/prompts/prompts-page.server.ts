import type { ApiRequest } from '#app/contracts/api-request.ts';
import type { PromptTemplate } from '#app/contracts/prompts/template.ts';
import { listOwnTemplates } from '#app/core/prompts/own-templates.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { SEARCH_MAX, type PromptsData } from './prompts-data.ts';
import { builtInTemplates, searchTemplates } from './templates.server.ts';

/** GET /api/prompts: lists all templates that the caller may use, own ones first. */
export const listCall = endpoint({ auth: 'user' }, async ({ request, user }) => ({
  prompts: await allTemplates(request, user.id),
}));

const PAGE_SIZE = 10;

/** Loads a page of templates, own ones first; `?q=` searches their texts. */
export const loadPrompts = pageLoader({ auth: 'user' }, async ({ user, request, url }) => {
  const query = url.searchParams;
  const search = (query.get('q') ?? '').trim().slice(0, SEARCH_MAX);
  const found = searchTemplates(await allTemplates(request, user.id), search);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const requestedPage = Number(query.get('page') ?? 1);
  const page = Number.isInteger(requestedPage) ? Math.min(pages, Math.max(1, requestedPage)) : 1;
  const begin = (page - 1) * PAGE_SIZE;
  const entries = found.slice(begin, begin + PAGE_SIZE);
  const prompts: PromptsData = {
    entries,
    search,
    page,
    pages,
    from: Math.min(begin + 1, found.length),
    to: begin + entries.length,
    total: found.length,
  };
  return { prompts, texts: await pageTexts(request, 'prompts') };
});

/** Returns the user's own templates, then the built-in ones in the reader's language. */
async function allTemplates(request: ApiRequest, userId: string): Promise<PromptTemplate[]> {
  const language = await detectLocale(request);
  return [...(await listOwnTemplates(AUTOCOMMIT, userId)), ...builtInTemplates(language)];
}
