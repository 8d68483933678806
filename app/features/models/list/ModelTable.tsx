import { Link } from '@remix-run/react';
import { memo } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { MakerMark } from '#app/ui/components/MakerMark.tsx';
import { speedText } from '../shared/LiveFigure.tsx';
import { RateText } from '../shared/RateText.tsx';
import type { RateChip } from '../shared/rate-chips.ts';
import { SortHead } from '../shared/SortHead.tsx';
import type { Selecting } from './CompareBar.tsx';
import { CompareBox } from './CompareBox.tsx';
import { listHref, type ListQuery } from './list-query.ts';
import { ModelAction } from './ModelAction.tsx';
import type { Medium, ModelCardData, ModelsData } from './models-data.ts';
import { afterPress, COLUMNS, orderOf } from './table-order.ts';

interface ModelTableProps extends Pick<NonNullable<ModelsData['list']>, 'models' | 'speeds'> {
  query: ListQuery;
  chosen: Selecting['chosen'];
  onChoose: Selecting['choose'];
}

/** A scrollable box must be reachable by keyboard. */
const KEYBOARD_REACHABLE = { tabIndex: 0, role: 'region' };

const cell = 'px-2 py-1';
const figure = `${cell} text-end font-mono text-sm whitespace-nowrap tabular-nums`;

/** The models as rows, sorted by the heads of their columns. On a phone it scrolls in its own box. */
export function ModelTable({ query, models, speeds, chosen, onChoose }: ModelTableProps) {
  const { t } = useTranslation('models');
  return (
    <div
      {...KEYBOARD_REACHABLE}
      aria-label={t('title')}
      className="scroll-x rounded-card border border-line bg-surface-raised"
    >
      <table className="w-full">
        <thead className="text-sm text-text-muted">
          <tr>
            <th scope="col" className="w-11">
              <span className="sr-only">{t('compare.button')}</span>
            </th>
            {COLUMNS.map((column) => (
              <SortHead
                key={column}
                to={listHref(query, { order: afterPress(column, query.order) })}
                order={orderOf(column, query.order)}
                align={column === 'name' ? 'start' : 'end'}
              >
                {t(`table.${column}`)}
              </SortHead>
            ))}
            <th scope="col" className={`${cell} text-start font-medium`}>
              {t('table.media')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('table.action')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <ModelRow
              key={model.id}
              model={model}
              speed={speeds[model.id]}
              isChosen={chosen.includes(model.id)}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ModelRowProps {
  model: ModelCardData;
  /** Tokens per second; undefined if it was not measured. */
  speed: number | undefined;
  isChosen: boolean;
  onChoose: Selecting['choose'];
}

const ModelRow = memo(function ModelRow({ model, speed, isChosen, onChoose }: ModelRowProps) {
  const { t, i18n } = useTranslation('models');
  const { id, name, makerName, context, featured, input, output, reads, makes } = model;
  const wordsOf = (media: readonly Medium[]) => media.map((medium) => t(`medium.${medium}`)).join(' + ');
  return (
    <tr className="border-t border-line hover:bg-surface-sunken has-[:checked]:bg-accent-soft">
      <td className="ps-1">
        <CompareBox id={id} name={name} isChosen={isChosen} onChoose={onChoose} />
      </td>
      <th scope="row" className={`${cell} text-start font-normal`}>
        <span className="flex min-w-40 items-center gap-2 sm:min-w-52">
          <MakerMark name={makerName} size="small" />
          <span className="min-w-0">
            <Link to={modelHref(id)} className="font-medium hover:text-accent hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <bdi className="block text-sm text-text-muted">{makerName}</bdi>
          </span>
          {featured && (
            <span className="max-sm:hidden">
              <Badge tone="accent">{t('featured')}</Badge>
            </span>
          )}
        </span>
      </th>
      <td className={figure}>
        <Amount rate={input} />
      </td>
      <td className={figure}>
        <Amount rate={output} />
      </td>
      <td className={figure}>{context ?? <Unknown />}</td>
      <td className={figure}>{speed === undefined ? <Unknown /> : speedText(speed, i18n.language)}</td>
      <td className={`${cell} min-w-28 text-sm text-text-muted`}>
        {t('flow', { reads: wordsOf(reads), makes: wordsOf(makes) })}
      </td>
      <td className="py-1 pe-3 text-end whitespace-nowrap">
        <ModelAction model={model} isIcon />
      </td>
    </tr>
  );
});

/** A rate; the head of its column has the unit of tokens. */
function Amount({ rate }: { rate: RateChip | null }) {
  const { t } = useTranslation('models');
  if (!rate) return <Unknown />;
  const isByToken = rate.class === 'input' || rate.class === 'output' || rate.class === 'imageOutput';
  if (!isByToken)
    return (
      <span className="inline-block max-w-28 text-xs whitespace-normal">
        <RateText rate={{ ...rate, varies: false }} />
      </span>
    );
  return <bdi title={rate.varies ? t('varies') : undefined}>{rate.amount}</bdi>;
}

function Unknown() {
  return <span className="text-text-faint">–</span>;
}
