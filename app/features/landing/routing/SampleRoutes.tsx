import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { Section } from '#app/features/landing/Section.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { Check, X } from '#app/ui/icons/lucide.ts';
import type { SampleOffer, DroppedModels, SampleRoute } from './sample-route.ts';

/** The router's current decisions for three prompts. */
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

/**
 * One prompt: its requirements, the chosen offer with its price, the next offers, and the reasons for
 * dropping the others.
 */
function SampleRouteCard({ route }: { route: SampleRoute }) {
  const { t, i18n } = useTranslation('landing');
  const { sample, promptTokens, outputTokens, offers, dropped } = route;
  const [chosen, ...next] = offers;
  const count = (tokens: number) => numberFormat(i18n.language).format(tokens);
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-surface-raised p-5">
      <div>
        <h3 className="text-md font-semibold">{t(`routing.${sample}.title`)}</h3>
        <blockquote className="mt-2 rounded-card bg-surface-sunken px-3 py-2">
          {t(`routing.${sample}.prompt`)}
        </blockquote>
        <p className="mt-2 text-sm text-text-muted">
          {t(`routing.${sample}.needs`, { input: count(promptTokens), output: count(outputTokens) })}
        </p>
      </div>
      {chosen ? (
        <Chosen offer={chosen} />
      ) : (
        <p className="flex items-start gap-2 text-text-muted">
          <span className="mt-0.5">
            <Icon of={X} />
          </span>
          {t('routing.nobody')}
        </p>
      )}
      {next.length > 0 && (
        <div>
          <h4 className="text-sm font-medium text-text-muted">{t('routing.next')}</h4>
          <ol className="mt-1 flex flex-col gap-1">
            {next.map((offer) => (
              <li key={`${offer.id} ${offer.provider}`} className="flex justify-between gap-3">
                <OfferName offer={offer} />
                <bdi className="shrink-0 font-mono text-sm tabular-nums">{offer.cost}</bdi>
              </li>
            ))}
          </ol>
        </div>
      )}
      {dropped.length > 0 && (
        <div>
          <h4 className="text-sm font-medium text-text-muted">{t('routing.dropped')}</h4>
          <ul className="mt-1 flex flex-col gap-1.5 text-sm">
            {dropped.map((group) => (
              <Dropped key={`${group.reason} ${group.lacking}`} group={group} />
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

function Chosen({ offer }: { offer: SampleOffer }) {
  const { t } = useTranslation('landing');
  return (
    <div className="flex items-start gap-2 rounded-card bg-good-soft px-3 py-2">
      <span className="mt-0.5 text-good">
        <Icon of={Check} name={t('routing.chosen')} />
      </span>
      <div className="min-w-0 grow">
        <OfferName offer={offer} />
        {offer.isFailing && <p className="text-sm text-warn">{t('routing.failing')}</p>}
        <p className="text-sm text-text-muted">{t('routing.cost', { cost: offer.cost })}</p>
      </div>
    </div>
  );
}

function OfferName({ offer: { id, name, provider } }: { offer: SampleOffer }) {
  return (
    <span className="min-w-0">
      <Link to={modelHref(id)} className="rounded-control font-medium hover:text-accent hover:underline">
        <bdi>{name}</bdi>
      </Link>{' '}
      <bdi className="text-sm whitespace-nowrap text-text-muted">{provider}</bdi>
    </span>
  );
}

function Dropped({ group: { reason, lacking, names, more } }: { group: DroppedModels }) {
  const { t, i18n } = useTranslation('landing');
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'narrow' });
  const shown = names.map((name) => `\u2068${name}\u2069`);
  const all = more > 0 ? [...shown, t('routing.more', { count: more })] : shown;
  return (
    <li>
      <span className="text-text-muted">{t(`routing.reason.${reason}`, { lacking: lacking ?? '' })}</span>{' '}
      {list.format(all)}
    </li>
  );
}
