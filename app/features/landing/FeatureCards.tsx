import {
  ArrowRightLeft,
  Bot,
  CircleDollarSign,
  Gauge,
  Scale,
  Waypoints,
  type Drawing,
} from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Section } from './Section.tsx';

const FEATURES = {
  unified: Waypoints,
  agents: Bot,
  balancing: Scale,
  fallbacks: ArrowRightLeft,
  cost: CircleDollarSign,
  performance: Gauge,
} as const satisfies Record<string, Drawing>;

/** What the hub does, in six cards. */
export function FeatureCards() {
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
