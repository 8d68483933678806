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
import { routeQuestion } from './routing/route-question.server.ts';
import { readQuestion } from './routing/sample-route.ts';
import { loadStart, startChat } from './start/start-chat.server.ts';

/** The data of /. If a part cannot be read, the page says so: the rest needs no database. */
export const loadLanding = pageLoader(
  { auth: 'visitor' },
  async ({ user, request, url }): Promise<LandingData> => {
    const wanted = readFeaturedQuery(url.searchParams);
    const [texts, language] = await Promise.all([pageTexts(request, 'landing'), detectLocale(request)]);
    const question = readQuestion(url.searchParams);
    const [start, featured, routed] = await Promise.all([
      orNull('start box', loadStart(user !== null)),
      orNull('featured models', listFeatured(wanted)),
      orNull('routed question', routeQuestion(question, language)),
    ]);
    const code = samplesFor({ origin: appUrl(), model: AUTO_MODEL });
    return { texts, start, featured, question, routed, code };
  },
);

/** The form of the box on the first screen. */
export const actOnLanding = startChat;

async function orNull<Value>(what: string, reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    logger().warn({ err: error, what }, 'a part of the landing page cannot be shown');
    return null;
  }
}
