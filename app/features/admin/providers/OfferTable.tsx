import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import type { OfferHealthLine, OfferLine } from './providers-page.server.ts';

const TONES = { open: 'bad', halfOpen: 'warn', closed: 'good' } as const;

/**
 * Offers with the statistics of their calls. @param isOfOne all belong to one provider, which the rows then
 * do not name
 */
export function OfferTable({ offers, isOfOne }: { offers: OfferLine[]; isOfOne: boolean }) {
  const { t } = useTranslation('admin');
  const heads = [
    { name: t('providers.offer') },
    { name: t('providers.state') },
    { name: t('providers.fault') },
    { name: t('providers.firstWord'), isFigure: true },
    { name: t('providers.speed'), isFigure: true },
  ];
  return (
    <DataTable caption={t('providers.offers')} heads={heads}>
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} isOfOne={isOfOne} />
      ))}
    </DataTable>
  );
}

function OfferRow({ offer, isOfOne }: { offer: OfferLine; isOfOne: boolean }) {
  const { t, i18n } = useTranslation('admin');
  const { model, provider, bar, health } = offer;
  const whole = numberFormat(i18n.language, { maximumFractionDigits: 0 });
  return (
    <Row>
      <Lead>
        <Link to={modelHref(model)} className="font-medium hover:underline">
          <bdi>{model}</bdi>
        </Link>{' '}
        {!isOfOne && <span className="text-text-muted">{provider}</span>}
      </Lead>
      <Cell name={t('providers.state')}>
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          {bar && <Badge>{t(`providers.bar.${bar}`)}</Badge>}
          {health && <Breaker health={health} />}
        </span>
      </Cell>
      <Cell name={t('providers.fault')}>
        {health?.lastFault && (
          <span>
            <code dir="ltr" className="font-mono text-sm">
              {health.lastFault}
            </code>
            {health.inARow > 1 && (
              <span className="text-sm text-text-muted">
                {' '}
                {t('providers.inARow', { count: health.inARow })}
              </span>
            )}
          </span>
        )}
      </Cell>
      <Cell name={t('providers.firstWord')} isFigure>
        {health?.firstWordMs != null && whole.format(health.firstWordMs)}
      </Cell>
      <Cell name={t('providers.speed')} isFigure>
        {health?.tokensPerSecond != null && whole.format(health.tokensPerSecond)}
      </Cell>
    </Row>
  );
}

function Breaker({ health: { breaker, openUntil } }: { health: OfferHealthLine }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Badge tone={TONES[breaker]}>{t(`providers.breaker.${breaker}`)}</Badge>
      {openUntil && (
        <span className="text-sm text-text-muted">
          {t('providers.until')} <DateTime at={openUntil} show="relative" />
        </span>
      )}
    </>
  );
}
