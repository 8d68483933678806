import { useTranslation } from 'react-i18next';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { Section } from '../Section.tsx';
import type { SampleRoute } from './sample-route.ts';
import { SampleRouteCard } from './SampleRouteCard.tsx';

/** The router at work: what it would do just now with three prompts. */
export function SampleRoutes({ routes }: { routes: SampleRoute[] | null }) {
  const { t } = useTranslation('landing');
  return (
    <Section title={t('routing.title')} text={t('routing.text', { model: AUTO_MODEL })}>
      {routes === null ? (
        <p className="rounded-card border border-line bg-surface-raised p-6 text-text-muted">
          {t('routing.nothing')}
        </p>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-3">
          {routes.map((route) => (
            <SampleRouteCard key={route.sample} route={route} />
          ))}
        </ul>
      )}
    </Section>
  );
}
