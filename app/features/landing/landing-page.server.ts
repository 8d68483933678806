import { samplesFor } from '#app/contracts/code-samples.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { logger } from '#app/core/platform/logger.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { detectLocale } from '#app/ui/i18n/detect.server.ts';
import { pageTexts } from '#app/ui/i18n/texts.server.ts';
import type { LandingData } from './LandingPage.tsx';
import { listFeatured } from './models/featured-call.server.ts';
import { readFeaturedQuery } from './models/featured.ts';
import { routeSamples } from './routing/sample-routes.server.ts';

/** The data of /. If a part cannot be read, the page says so: the rest needs no database. */
export const loadLanding = pageLoader({ auth: 'none' }, async ({ request, url }): Promise<LandingData> => {
  const wanted = readFeaturedQuery(url.searchParams);
  const [texts, language] = await Promise.all([pageTexts(request, 'landing'), detectLocale(request)]);
  const [featured, routes] = await Promise.all([
    orNull('featured models', listFeatured(wanted)),
    orNull('sample routes', routeSamples(language)),
  ]);
  return { texts, featured, routes, code: samplesFor({ origin: appUrl(), model: AUTO_MODEL }) };
});

async function orNull<Value>(what: string, reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    logger().warn({ err: error, what }, 'a part of the landing page cannot be shown');
    return null;
  }
}
