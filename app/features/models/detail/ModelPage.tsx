import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { AdjustedNotice } from '../shared/AdjustedNotice.tsx';
import { MODELS_PATH } from '../list/list-query.ts';
import { ApiSection } from './ApiSection.tsx';
import { ChosenModels } from './ChosenModels.tsx';
import type { MissingData, ModelAnswer, ModelData } from './detail-data.ts';
import type { Section } from './detail-query.ts';
import { MissingModel } from './MissingModel.tsx';
import { ModelHead } from './ModelHead.tsx';
import { ParameterSection } from './ParameterSection.tsx';
import { ProviderSection } from './ProviderSection.tsx';
import { RetirementNotices } from './RetirementNotices.tsx';
import { SectionTabs } from './SectionTabs.tsx';

interface ModelPageProps {
  page: ModelData | MissingData;
  answer: ModelAnswer | undefined;
}

/** All about a model: who sells it at which price, how it is called, and what a call may say. */
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
