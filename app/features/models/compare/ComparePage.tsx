import { Form } from '@remix-run/react';
import { Scale } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { MODELS_PATH } from '../list/list-query.ts';
import { COMPARED_MAX, type CompareData } from './compare-data.ts';
import { CompareTable } from './CompareTable.tsx';

/** Models side by side. Their ids are in the address, so that it can be shared. */
export function ComparePage({ page: { models, figures, unknown, beyond, others } }: { page: CompareData }) {
  const { t } = useTranslation('models');
  return (
    <PageColumn width="table">
      <TextLink to={MODELS_PATH} className="self-start">
        {t('back')}
      </TextLink>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-xl font-semibold">{t('compare.title')}</h1>
        <p className="text-text-muted">{t('compare.lead', { max: COMPARED_MAX })}</p>
      </div>
      {unknown.length > 0 && <Banner tone="warn">{t('compare.unknown', { ids: unknown.join(', ') })}</Banner>}
      {beyond.length > 0 && (
        <Banner tone="warn">{t('compare.beyond', { max: COMPARED_MAX, names: beyond.join(', ') })}</Banner>
      )}
      {models.length < COMPARED_MAX && (
        // The key contains the models, so that the form is reset after each addition.
        <Form key={models.map(({ id }) => id).join()} className="flex flex-wrap items-end gap-3">
          {models.map(({ id }) => (
            <input key={id} type="hidden" name="ids" value={id} />
          ))}
          <div className="min-w-0 grow sm:max-w-sm">
            <Field label={t('compare.add')}>
              {(control) => (
                <Select {...control} name="ids">
                  {others.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {`${name} (${id})`}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <Button>{t('compare.addButton')}</Button>
        </Form>
      )}
      {models.length === 0 ? (
        <EmptyState icon={Scale} title={t('compare.empty')} text={t('compare.emptyText')} />
      ) : (
        <CompareTable models={models} figures={figures} />
      )}
    </PageColumn>
  );
}
