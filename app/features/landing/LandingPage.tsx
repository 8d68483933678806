import { CallToAction } from './CallToAction.tsx';
import { CodeSample } from './code/CodeSample.tsx';
import { AgentDiagram } from './diagram/AgentDiagram.tsx';
import { FeatureCards } from './FeatureCards.tsx';
import { Hero } from './Hero.tsx';
import type { LandingData } from './landing-page.ts';
import { featuredSearch } from './models/featured.ts';
import { FeaturedModels } from './models/FeaturedModels.tsx';
import { SampleRoutes } from './routing/SampleRoutes.tsx';

interface LandingPageProps {
  landing: LandingData;
  /** What a visitor can do next; null for who is signed in. */
  visitor: { isRegistrationOpen: boolean; demo: string | null } | null;
}

/** What the address itself shows: what this is, what it costs, how it chooses, and how it is called. */
export function LandingPage({ landing, visitor }: LandingPageProps) {
  const { featured, routes, code } = landing;
  return (
    <div className="flex flex-col gap-16 pb-16 md:gap-24 md:pb-24">
      <div className="flex flex-col gap-10">
        <Hero />
        <AgentDiagram />
      </div>
      {/* Another list of the server is another beginning. */}
      <FeaturedModels key={featured && featuredSearch(featured)} first={featured} />
      <SampleRoutes routes={routes} />
      <FeatureCards />
      <CodeSample samples={code} />
      {visitor && <CallToAction {...visitor} />}
    </div>
  );
}
