import type { ResourceLanguage } from 'i18next';
import type { CodeSamples } from '#app/contracts/code-samples.ts';
import type { FeaturedList } from './models/featured.ts';
import type { SampleRoute } from './routing/sample-route.ts';

/** What the landing page shows. */
export interface LandingData {
  texts: ResourceLanguage;
  /** null: the catalogue cannot be read just now. */
  featured: FeaturedList | null;
  /** What the router would do with the sample prompts now; null where nothing can be called. */
  routes: SampleRoute[] | null;
  code: CodeSamples;
}
