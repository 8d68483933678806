import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { MODELS_PATH } from '#app/features/models/list/list-query.ts';
import { AdjustedNotice } from '#app/features/models/shared/AdjustedNotice.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ApiSection } from './ApiSection.tsx';
import { MissingModel } from './MissingModel.tsx';
import { ModelHead } from './ModelHead.tsx';
import { ParameterSection } from './ParameterSection.tsx';
import { ProviderSection } from './ProviderSection.tsx';
import type { MissingData, ModelAnswer, ModelData } from './detail-data.ts';
import { afterTab, SECTIONS, viewHref, type DetailView, type Section } from './detail-query.ts';

interface ModelPageProps {
  page: ModelData | MissingData;
  answer: ModelAnswer | undefined;
}

/** The page of a model: providers and prices, API samples, parameters. */
export function ModelPage({ page, answer }: ModelPageProps) {
  const { t } = useTranslation('models');
  if (page.kind === 'missing') return <MissingModel missing={page} />;
  const { view } = page;
  const shows = (section: Section) => view.section === null || view.section === section;
  return (
    <PageColumn width="table">
      <TextLink to={MODELS_PATH} className="self-start">
        {t('back')}
      </TextLink>
      <RetirementNotices page={page} />
      <AdjustedNotice adjusted={page.adjusted} />
      {answer?.error && <Banner tone="bad">{answer.error}</Banner>}
      <ModelHead page={page} />
      <SectionTabs id={page.model.id} view={view} />
      {shows('providers') &&
        (page.choosesAmong ? <ChosenModels models={page.choosesAmong} /> : <ProviderSection page={page} />)}
      {shows('api') && <ApiSection page={page} keyValue={answer?.keyValue ?? null} />}
      {shows('parameters') && <ParameterSection page={page} />}
    </PageColumn>
  );
}

/** Shown instead of providers: the models that the automatic one chooses from, in the operator's order. */
function ChosenModels({ models }: { models: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation('models');
  return (
    <section aria-labelledby="providers" className="flex flex-col gap-4">
      <h2 id="providers" className="text-lg font-semibold">
        {t('offers.chosen')}
      </h2>
      <p className="max-w-reading text-text-muted">{t('offers.chosenCost')}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {models.map(({ id, name }) => (
          <li key={id}>
            <TextLink to={modelHref(id)}>
              <bdi>{name}</bdi>
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The tabs of the page: without a selection all sections are shown, and the current tab links back to that.
 */
function SectionTabs({ id, view }: { id: string; view: DetailView }) {
  const { t } = useTranslation('models');
  return (
    <nav aria-label={t('section.label')} className="flex gap-1 overflow-x-auto border-b border-line">
      {SECTIONS.map((section) => (
        <Link
          key={section}
          to={viewHref(id, afterTab(view, section))}
          preventScrollReset
          aria-current={view.section === section ? 'true' : undefined}
          className="control inline-flex items-center border-b-2 border-transparent px-3 text-text-muted transition-colors hover:text-text aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text"
        >
          {t(`section.${section}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Notices about a retired predecessor, and about the model's own retirement. */
function RetirementNotices({ page: { model, retired } }: { page: ModelData }) {
  const { t } = useTranslation('models');
  const { retires, bar } = model;
  return (
    <>
      {retired && (
        <Banner>
          {retired.on === null
            ? t('retired.before', { id: retired.id })
            : t('retired.since', { id: retired.id, date: retired.on })}
        </Banner>
      )}
      {retires && bar !== 'retired' && (
        <Banner
          tone="warn"
          action={
            retires.successor && (
              <TextLink to={modelHref(retires.successor)} dir="ltr" className="font-mono">
                {retires.successor}
              </TextLink>
            )
          }
        >
          {retires.successor === null
            ? t('retired.soon', { date: retires.on })
            : t('retired.soonTo', { date: retires.on })}
        </Banner>
      )}
    </>
  );
}
