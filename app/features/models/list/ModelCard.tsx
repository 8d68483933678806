import { Link } from '@remix-run/react';
import { memo } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { MakerMark } from '#app/ui/components/MakerMark.tsx';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { RateText } from '../shared/RateText.tsx';
import type { Selecting } from './CompareBar.tsx';
import { CompareBox } from './CompareBox.tsx';
import { ModelAction } from './ModelAction.tsx';
import type { ModelCardData } from './models-data.ts';

/**
 * Cards off screen are laid out only when they come near it: a phone took a third of a second for a hundred
 * of them.
 */
const WHEN_NEAR = '[contain-intrinsic-block-size:auto_11.5rem] [content-visibility:auto]';

interface ModelCardProps {
  model: ModelCardData;
  /** The model is chosen for a comparison. */
  isChosen: boolean;
  onChoose: Selecting['choose'];
}

/** A model in short. The whole card is a link to its page; its buttons are above that link. */
export const ModelCard = memo(function ModelCard({ model, isChosen, onChoose }: ModelCardProps) {
  const { t } = useTranslation('models');
  const { id, name, makerName, description, context, featured, rates } = model;
  return (
    <li
      className={`relative flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface-raised p-4 transition-colors hover:border-line-strong has-[:checked]:border-accent ${WHEN_NEAR}`}
    >
      <div className="flex items-start gap-3">
        <MakerMark name={makerName} />
        <div className="min-w-0 grow">
          <h2 className="font-semibold">
            <Link
              to={modelHref(id)}
              className="wrap-anywhere after:absolute after:inset-0 after:rounded-card"
            >
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <p className="text-sm text-text-muted">
            <bdi>{makerName}</bdi>
          </p>
        </div>
        {featured && <Badge tone="accent">{t('featured')}</Badge>}
        <span className="-m-3 ms-0 inline-flex">
          <CompareBox id={id} name={name} isChosen={isChosen} onChoose={onChoose} />
        </span>
      </div>
      {description && (
        <p dir="auto" lang="en" className="line-clamp-2 text-text-muted">
          {description}
        </p>
      )}
      <ul className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {rates.map((rate) => (
          <li key={rate.class}>
            <RateText rate={rate} />
          </li>
        ))}
        {context && <li className="text-text-muted">{t('context', { size: context })}</li>}
      </ul>
      <div className="-mb-1 flex items-center justify-between gap-2 border-t border-line pt-2">
        <span className="relative flex min-w-0 items-center">
          <code className="truncate font-mono text-xs text-text-faint">{id}</code>
          <CopyButton text={id} feedbackMs={1500} label={t('copyId', { id })} />
        </span>
        <ModelAction model={model} />
      </div>
    </li>
  );
});
