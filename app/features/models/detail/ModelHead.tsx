import { Form } from '@remix-run/react';
import { Columns3, MessageSquare } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { MakerMark } from '#app/ui/components/MakerMark.tsx';
import { contextLabel } from '#app/contracts/catalogue/context-label.ts';
import { chatHref, compareHref, playgroundHref } from '#app/contracts/catalogue/model-href.ts';
import { speedText } from '../shared/LiveFigure.tsx';
import { RateText } from '../shared/RateText.tsx';
import type { ModelData } from './detail-data.ts';
import { viewHref } from './detail-query.ts';

const chip = 'rounded-control border border-line bg-surface-raised px-2.5 py-1 text-sm';

/** Name, description, prices, speed and actions of a model, then the facts that matter less. */
export function ModelHead({ page }: { page: ModelData }) {
  const { t } = useTranslation('models');
  const { model, account } = page;
  const { id, name, makerName, description, supports, bar } = model;
  return (
    <header className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <MakerMark name={makerName} size="large" />
        <div className="min-w-0">
          <h1 className="text-xl font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 text-text-muted">
            <bdi>{makerName}</bdi>
            <span className="flex min-w-0 items-center">
              <code className="font-mono text-sm break-all">{id}</code>
              <CopyButton text={id} feedbackMs={1500} label={t('copyId', { id })} />
            </span>
          </p>
        </div>
      </div>
      {description ? (
        <p dir="auto" lang="en" className="w-fit max-w-reading text-md leading-reading">
          {description}
        </p>
      ) : (
        <p className="text-text-muted">{t('noDescription')}</p>
      )}
      {bar !== null && <p className="max-w-reading text-warn">{t(`barWhy.${bar}`)}</p>}
      <PriceChips page={page} />
      <Actions page={page} />
      <ul aria-label={t('filter.modality')} className="flex flex-wrap gap-2">
        {account?.isDefault && (
          <li>
            <Badge tone="accent">{t('isDefault')}</Badge>
          </li>
        )}
        {supports.map((modality) => (
          <li key={modality}>
            <Badge>{t(`modality.${modality}`)}</Badge>
          </li>
        ))}
      </ul>
    </header>
  );
}

/** The rates, the context and the speed of the offer that is tried first. */
function PriceChips({ page: { model, rates, figures } }: { page: ModelData }) {
  const { t, i18n } = useTranslation('models');
  const context = contextLabel(model.contextTokens);
  const speed = figures?.[model.offers[0]?.id ?? '']?.day.tokensPerSecond;
  return (
    <ul aria-label={t('prices')} className="flex flex-wrap gap-2">
      {rates.map((rate) => (
        <li key={rate.class} className={chip}>
          <RateText rate={rate} />
        </li>
      ))}
      {context && <li className={chip}>{t('context', { size: context })}</li>}
      {typeof speed === 'number' && (
        <li className={chip}>{t('speed', { speed: speedText(speed, i18n.language) })}</li>
      )}
    </ul>
  );
}

/** The chat or the playground first, then the API samples, the comparison and the default model. */
function Actions({ page: { model, account, choosesAmong, view } }: { page: ModelData }) {
  const { t } = useTranslation('models');
  const { id, canChat } = model;
  const playground = playgroundHref(model);
  return (
    <div className="flex flex-wrap gap-2">
      {canChat && (
        <LinkButton to={chatHref(id)} variant="primary">
          <Icon of={MessageSquare} />
          {t('chat')}
        </LinkButton>
      )}
      {playground && (
        <LinkButton to={playground} variant={canChat ? undefined : 'primary'}>
          <Icon of={Columns3} />
          {t('playground')}
        </LinkButton>
      )}
      <LinkButton to={`${viewHref(id, { ...view, section: null })}#api`}>{t('section.api')}</LinkButton>
      <LinkButton to={compareHref([id])}>{t('compare.button')}</LinkButton>
      {account && (canChat || choosesAmong) && !account.isDefault && (
        <Form method="post">
          <Button name="act" value="default-model">
            {t('makeDefault')}
          </Button>
        </Form>
      )}
    </div>
  );
}
