import { Link } from '@remix-run/react';
import { Columns3, MessageSquare } from '#app/ui/icons/lucide.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#app/ui/components/Badge.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { chatHref, modelHref } from '#app/contracts/catalogue/model-href.ts';
import { RateText } from '../shared/RateText.tsx';
import type { ModelCardData } from './models-data.ts';

/**
 * Cards off screen are laid out only when they come near it: a phone took a third of a second for a hundred
 * of them.
 */
const WHEN_NEAR = '[contain-intrinsic-block-size:auto_11.5rem] [content-visibility:auto]';

/** A model in short. The whole card is a link to its page; its buttons are above that link. */
export const ModelCard = memo(function ModelCard({ model }: { model: ModelCardData }) {
  const { t } = useTranslation('models');
  const { id, name, makerName, description, context, featured, rates, canChat, playground, bar } = model;
  return (
    <li
      className={`relative flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface-raised p-4 transition-colors hover:border-line-strong ${WHEN_NEAR}`}
    >
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
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
        {canChat ? (
          <LinkButton
            to={chatHref(id)}
            size="small"
            className="relative shrink-0"
            aria-label={t('chatWith', { name })}
          >
            <Icon of={MessageSquare} />
            {t('chat')}
          </LinkButton>
        ) : playground ? (
          <LinkButton
            to={playground}
            size="small"
            className="relative shrink-0"
            aria-label={t('tryOut', { name })}
          >
            <Icon of={Columns3} />
            {t('playground')}
          </LinkButton>
        ) : (
          <Badge>{bar === null ? t('byApi') : t(`bar.${bar}`)}</Badge>
        )}
      </div>
    </li>
  );
});
