import type { ResourceLanguage } from 'i18next';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { KEY_VARIABLE, tabsOf, type CodeSamples } from '#app/contracts/code-samples.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { CodeTabs } from '#app/ui/components/code/CodeTabs.tsx';
import {
  ArrowRightLeft,
  Bot,
  CircleDollarSign,
  Gauge,
  Scale,
  Waypoints,
  type Drawing,
} from '#app/ui/icons/lucide.ts';
import { Section } from './Section.tsx';
import { AgentDiagram } from './diagram/AgentDiagram.tsx';
import { FeaturedModels } from './models/FeaturedModels.tsx';
import { featuredSearch, type FeaturedList } from './models/featured.ts';
import { RoutingSection } from './routing/RoutingSection.tsx';
import type { Question, RoutedQuestion } from './routing/sample-route.ts';
import { StartBox } from './start/StartBox.tsx';
import type { StartData, StartRefusal } from './start/start-data.ts';

interface LandingPageProps {
  landing: LandingData;
  /** The text of the box, when it was not accepted. */
  refusal: StartRefusal | undefined;
  /** The call to action for a visitor; null for a user who is logged in. */
  visitor: { isRegistrationOpen: boolean; demo: string | null } | null;
}

const FEATURES = {
  unified: Waypoints,
  agents: Bot,
  balancing: Scale,
  fallbacks: ArrowRightLeft,
  cost: CircleDollarSign,
  performance: Gauge,
} as const satisfies Record<string, Drawing>;

interface CallToActionProps {
  isRegistrationOpen: boolean;
  /** The address for booking a demo; null if the operator has set none. */
  demo: string | null;
}

/** The data of the landing page. */
export interface LandingData {
  texts: ResourceLanguage;
  /** null: the catalogue cannot be read at the moment, and the page has no box. */
  start: StartData | null;
  /** null: the catalogue cannot be read at the moment. */
  featured: FeaturedList | null;
  question: Question;
  /** The router's current decision for the question; null if no model can be called. */
  routed: RoutedQuestion | null;
  code: CodeSamples;
}

/** The page at /: what the hub is, its prices, its routing, and its API. */
export function LandingPage({ landing, refusal, visitor }: LandingPageProps) {
  const { start, featured, question, routed, code } = landing;
  return (
    <div className="flex flex-col gap-16 pb-16 md:gap-24 md:pb-24">
      <div className="flex flex-col gap-10">
        <Hero start={start} refusal={refusal} />
        <AgentDiagram />
      </div>
      {/* The key resets the list when the server sends another one. */}
      <FeaturedModels key={featured && featuredSearch(featured)} first={featured} />
      <RoutingSection question={question} routed={routed} />
      <FeatureCards />
      <CodeSample samples={code} />
      {visitor && <CallToAction {...visitor} />}
    </div>
  );
}

type HeroProps = Pick<LandingPageProps, 'refusal'> & Pick<LandingData, 'start'>;

/** The product in two sentences, the credit of a new account, the box to type into, and the two main links. */
function Hero({ start, refusal }: HeroProps) {
  const { t } = useTranslation('landing');
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col items-center gap-4 px-4 pt-8 text-center md:gap-5 md:px-6 md:pt-14">
      <h1 className="text-2xl leading-tight font-semibold text-balance md:text-3xl">{t('hero.title')}</h1>
      <p className="max-w-2xl text-md leading-reading text-balance text-text-muted">{t('hero.text')}</p>
      {start?.credit && (
        <p className="rounded-full bg-good-soft px-4 py-1.5 font-medium text-balance text-good">
          {t('hero.credit', { amount: start.credit })}
        </p>
      )}
      {start && <StartBox start={start} refusal={refusal} />}
      <p className="flex flex-wrap justify-center gap-3">
        <LinkButton to="/chat/new" size="large">
          {t('hero.playground')}
        </LinkButton>
        <LinkButton to="/models" size="large">
          {t('hero.models')}
        </LinkButton>
      </p>
    </div>
  );
}

/** The features of the hub, in six cards. */
function FeatureCards() {
  const { t } = useTranslation('landing');
  return (
    <Section title={t('features.title')}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {(Object.keys(FEATURES) as (keyof typeof FEATURES)[]).map((name) => (
          <li key={name} className="rounded-card border border-line bg-surface-raised p-5">
            <span className="mb-3 grid size-9 place-items-center rounded-control bg-accent-soft text-accent">
              <Icon of={FEATURES[name]} size={20} />
            </span>
            <h3 className="mb-1 text-md font-semibold">{t(`features.${name}.title`)}</h3>
            <p className="leading-reading text-text-muted">{t(`features.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** One call in three languages, and a link to the documentation. */
function CodeSample({ samples }: { samples: CodeSamples }) {
  const { t } = useTranslation('landing');
  return (
    <Section title={t('code.title')} text={t('code.text', { variable: KEY_VARIABLE })}>
      <CodeTabs tabs={tabsOf(samples)} labels={{ language: t('code.language'), copy: t('code.copy') }} />
      <p>
        <TextLink to="/docs">{t('code.docs')}</TextLink>
      </p>
    </Section>
  );
}

/** The next step for a visitor: an API key, a demo, or the chat. */
function CallToAction({ isRegistrationOpen, demo }: CallToActionProps) {
  const { t } = useTranslation('landing');
  return (
    <section className="mx-auto w-full max-w-6xl px-4 md:px-6">
      <div className="flex flex-col items-center gap-3 rounded-panel border border-line bg-surface-raised px-6 py-12 text-center">
        <h2 className="text-xl leading-tight font-semibold text-balance">{t('action.title')}</h2>
        <p className="max-w-lg text-md leading-reading text-balance text-text-muted">
          {t(isRegistrationOpen ? 'action.text' : 'action.textClosed')}
        </p>
        <p className="mt-3 flex flex-wrap justify-center gap-3">
          <LinkButton
            to={`${isRegistrationOpen ? '/register' : '/login'}?redirectTo=/keys`}
            variant="primary"
            size="large"
          >
            {t('action.key')}
          </LinkButton>
          {demo && (
            <a href={demo} target="_blank" rel="noreferrer" className={buttonClasses({ size: 'large' })}>
              {t('action.demo')}
            </a>
          )}
          <LinkButton to="/chat/new" variant="plain" size="large">
            {t('action.chat')}
          </LinkButton>
        </p>
      </div>
    </section>
  );
}
