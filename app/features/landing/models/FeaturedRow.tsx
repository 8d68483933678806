import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { MakerMark } from '#app/ui/components/MakerMark.tsx';
import type { FeaturedModel, FeaturedPrice } from './featured.ts';

/** A model with its maker, prices and context length; its name links to its page. */
export function FeaturedRow({ model }: { model: FeaturedModel }) {
  const { t } = useTranslation('landing');
  const { id, name, makerName, prices, context, isCallable } = model;
  return (
    <li className="grid items-center gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto_6.5rem] md:py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        <MakerMark name={makerName} size="small" />
        <Link
          to={modelHref(id)}
          className="control inline-flex min-w-0 items-center rounded-control font-medium hover:text-accent hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="text-sm text-text-muted">
          <bdi>{makerName}</bdi>
        </span>
        {!isCallable && <Badge>{t('models.unavailable')}</Badge>}
      </div>
      <ul className="flex flex-wrap gap-x-4 font-mono text-sm tabular-nums rtl:font-sans">
        {prices.map((price) => (
          <li key={price.unit}>
            <Price {...price} />
          </li>
        ))}
        {prices.length === 0 && <li className="font-sans text-text-muted">{t('models.noPrice')}</li>}
      </ul>
      <p className="text-sm text-text-muted md:text-end">
        {context !== null && t('models.context', { size: context })}
      </p>
    </li>
  );
}

function Price({ unit, amount, varies }: FeaturedPrice) {
  const { t } = useTranslation('landing');
  const price = t(`models.price.${unit}`, { amount });
  return <span className="whitespace-nowrap">{varies ? t('models.from', { price }) : price}</span>;
}
