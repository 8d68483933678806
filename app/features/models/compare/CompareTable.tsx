import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import { compareHref, modelHref } from '#app/contracts/catalogue/model-href.ts';
import { NO_FIGURES, type OfferFigures } from '#app/contracts/catalogue/offer-figures.ts';
import { LIVE_FIGURES, LiveFigure, type LiveName } from '#app/features/models/shared/LiveFigure.tsx';
import { Badge } from '#app/ui/components/Badge.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { MakerMark } from '#app/ui/components/MakerMark.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { X } from '#app/ui/icons/lucide.ts';
import { RateText } from '../shared/RateText.tsx';
import { allChips } from '../shared/rate-chips.ts';
import type { CompareData } from './compare-data.ts';

const cell = 'min-w-52 px-4 py-2.5 text-start align-top';

/** A column for each model, a row for each fact. */
export function CompareTable({ models, figures }: Pick<CompareData, 'models' | 'figures'>) {
  const { t } = useTranslation('models');
  const rows: [key: Fact, of: (model: ListedModel) => ReactNode][] = [
    ['maker', ({ makerName }) => <bdi>{makerName}</bdi>],
    ['prices', ({ offers }) => <Prices offers={offers} />],
    ['context', ({ contextTokens }) => contextLabel(contextTokens)],
    ['maxOutput', ({ maxOutputTokens }) => contextLabel(maxOutputTokens)],
    ['modalities', ({ supports }) => supports.map((one) => t(`modality.${one}`)).join(', ')],
    ['providers', ({ offers }) => <bdi>{offers.map(({ name }) => name).join(', ')}</bdi>],
    ...LIVE_FIGURES.map((name): [Fact, (model: ListedModel) => ReactNode] => [
      name,
      ({ offers }) => <LiveFigure name={name} figures={dayOf(figures[offers[0]?.id ?? ''])} />,
    ]),
    ['released', ({ releasedOn }) => releasedOn && <DateTime at={releasedOn} show="date" />],
    ['cutoff', ({ knowledgeCutoff }) => knowledgeCutoff],
    [
      'state',
      ({ bar }) => <Badge tone={bar ? 'neutral' : 'good'}>{bar ? t(`bar.${bar}`) : t('callable')}</Badge>,
    ],
  ];
  return (
    <div className="scroll-x rounded-card border border-line bg-surface-raised">
      <table className="w-full">
        <thead>
          <tr>
            <th scope="col" className="px-4 py-2.5">
              <span className="sr-only">{t('column.name')}</span>
            </th>
            {models.map(({ id, name, makerName }) => (
              <th key={id} scope="col" className={cell}>
                <span className="flex items-start justify-between gap-2">
                  <span className="flex items-start gap-2">
                    <MakerMark name={makerName} size="small" />
                    <TextLink to={modelHref(id)} className="wrap-anywhere">
                      <bdi>{name}</bdi>
                    </TextLink>
                  </span>
                  <Link
                    to={compareHref(models.map((one) => one.id).filter((one) => one !== id))}
                    aria-label={t('compare.remove', { name })}
                    className="control control-square -my-2.5 -me-3 inline-flex items-center justify-center rounded-control text-text-muted hover:bg-surface-sunken hover:text-text"
                  >
                    <Icon of={X} />
                  </Link>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, of]) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="px-4 py-2.5 text-start align-top font-normal text-text-muted">
                {t(`fact.${key}`)}
              </th>
              {models.map((model) => (
                <td key={model.id} className={cell}>
                  {of(model) || <span className="text-text-faint">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Fact =
  | 'maker'
  | 'prices'
  | 'context'
  | 'maxOutput'
  | 'modalities'
  | 'providers'
  | LiveName
  | 'released'
  | 'cutoff'
  | 'state';

const dayOf = (figures: OfferFigures | undefined) => (figures ?? NO_FIGURES).day;

/** The rates of the offer that would be tried first. */
function Prices({ offers }: Pick<ListedModel, 'offers'>) {
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {allChips(offers[0]?.rates ?? {}).map((rate) => (
        <li key={rate.class}>
          <RateText rate={rate} />
        </li>
      ))}
    </ul>
  );
}
