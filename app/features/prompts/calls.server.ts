import { endpoint } from '#app/http/api/api-route.ts';
import { allTemplates } from './prompts-page.server.ts';

/** GET /api/prompts: every template that the caller may use, one's own first. */
export const listCall = endpoint({ auth: 'user' }, async ({ request, user }) => ({
  prompts: await allTemplates(request, user.id),
}));
