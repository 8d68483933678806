import { endpoint } from '#app/http/api/api-route.ts';
import { readFeaturedQuery } from './featured.ts';
import { listFeatured } from './list-featured.server.ts';

/** GET /api/hub/featured?q=&tab=: the rows of the landing page, as the page itself has them for the same query. */
export const featuredCall = endpoint({ auth: 'none' }, ({ request }) =>
  listFeatured(readFeaturedQuery(new URL(request.url).searchParams)),
);
