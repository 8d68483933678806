import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { OperatorPage } from '../frame/OperatorPage.tsx';
import { OPERATOR_PATHS, withQuery } from '../operator-paths.ts';
import { OfferTable } from './OfferTable.tsx';
import type { ProviderLine, ProvidersData } from './providers-page.server.ts';

const { providers: PATH } = OPERATOR_PATHS;

/** Page of providers and the circuit breakers of their offers. */
export function ProvidersPage({ isHealthKnown, providers, chosen, offers, moreOffers }: ProvidersData) {
  const { t } = useTranslation('admin');
  const heads = [
    { name: t('providers.provider') },
    { name: t('providers.offers'), isFigure: true },
    { name: t('providers.breakers') },
    { name: t('providers.fault') },
  ];
  return (
    <OperatorPage
      title={chosen ? <bdi>{chosen.name}</bdi> : t('nav.providers')}
      lead={t('providers.lead')}
      action={
        chosen && (
          <LinkButton to={PATH} size="small">
            {t('providers.all')}
          </LinkButton>
        )
      }
    >
      {!isHealthKnown && <Banner tone="warn">{t('providers.unknown')}</Banner>}
      {!chosen && (
        <DataTable caption={t('nav.providers')} heads={heads}>
          {providers.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} />
          ))}
        </DataTable>
      )}
      <section className="flex flex-col gap-3">
        <h2 className="text-md font-semibold">
          {chosen ? t('providers.offersOf') : t('providers.calledLately')}
        </h2>
        {offers.length === 0 ? (
          <p className="text-text-muted">{t('providers.noneCalled')}</p>
        ) : (
          <OfferTable offers={offers} isOfOne={chosen !== null} />
        )}
        {moreOffers > 0 && <p className="text-text-muted">{t('providers.more', { count: moreOffers })}</p>}
      </section>
    </OperatorPage>
  );
}

function ProviderRow({ provider }: { provider: ProviderLine }) {
  const { t, i18n } = useTranslation('admin');
  const { id, name, isConfigured, offers, callable, open, halfOpen, lastFault } = provider;
  const number = numberFormat(i18n.language);
  return (
    <Row>
      <Lead>
        <Link to={withQuery(PATH, { provider: id })} className="font-medium hover:underline">
          <bdi>{name}</bdi>
        </Link>{' '}
        {!isConfigured && <Badge>{t('providers.notSetUp')}</Badge>}
      </Lead>
      <Cell name={t('providers.offers')} isFigure>
        {t('providers.callable', { callable: number.format(callable), offers: number.format(offers) })}
      </Cell>
      <Cell name={t('providers.breakers')}>
        {open + halfOpen > 0 ? (
          <span className="inline-flex flex-wrap gap-1">
            {open > 0 && <Badge tone="bad">{t('providers.openCount', { count: open })}</Badge>}
            {halfOpen > 0 && <Badge tone="warn">{t('providers.halfOpenCount', { count: halfOpen })}</Badge>}
          </span>
        ) : (
          isConfigured && <Badge tone="good">{t('providers.breaker.closed')}</Badge>
        )}
      </Cell>
      <Cell name={t('providers.fault')}>
        {lastFault && (
          <code dir="ltr" className="font-mono text-sm">
            {lastFault}
          </code>
        )}
      </Cell>
    </Row>
  );
}
