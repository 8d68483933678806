import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { OperatorAnswer } from '#app/features/admin/operator.server.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Boxes } from '#app/ui/icons/lucide.ts';
import { OperatorPage } from '../frame/OperatorPage.tsx';
import { OPERATOR_PATHS, withQuery } from '../operator-paths.ts';
import { NextPage } from '../table/NextPage.tsx';
import { ImportForm, type RefusedImport } from './ImportForm.tsx';
import { PreviewCard } from './PreviewCard.tsx';
import type { CatalogueData, ImportPreview, UnconfirmedLine } from './catalogue-data.ts';

const { catalogue: PATH } = OPERATOR_PATHS;

interface CataloguePageProps extends CatalogueData {
  answer: (OperatorAnswer & { preview?: ImportPreview; import?: RefusedImport }) | undefined;
}

/** Catalogue page: import of prices, and confirmation of models. */
export function CataloguePage({ unconfirmed, count, isLater, nextAfter, answer }: CataloguePageProps) {
  const { t } = useTranslation('admin');
  const heads = [
    { name: t('confirm.model') },
    { name: t('confirm.offers') },
    { name: t('confirm.confirm'), isHidden: true },
  ];
  return (
    <OperatorPage title={t('nav.catalogue')} lead={t('catalogue.lead')} error={answer?.error}>
      {answer?.preview ? <PreviewCard preview={answer.preview} /> : <ImportForm refused={answer?.import} />}
      <section className="flex flex-col gap-3">
        <h2 className="text-md font-semibold">{t('confirm.heading', { count })}</h2>
        <p className="max-w-reading text-text-muted">{t('confirm.lead')}</p>
        {unconfirmed.length === 0 ? (
          <EmptyState icon={Boxes} title={t('confirm.empty')} text={t('confirm.emptyText')} />
        ) : (
          <DataTable caption={t('confirm.heading', { count })} heads={heads}>
            {unconfirmed.map((model) => (
              <UnconfirmedRow key={model.id} model={model} />
            ))}
          </DataTable>
        )}
        <NextPage first={isLater ? PATH : null} next={nextAfter && withQuery(PATH, { after: nextAfter })} />
      </section>
    </OperatorPage>
  );
}

function UnconfirmedRow({ model: { id, name, offers } }: { model: UnconfirmedLine }) {
  const { t } = useTranslation('admin');
  return (
    <Row>
      <Lead>
        <bdi className="font-medium">{name}</bdi>
        <code dir="ltr" className="block font-mono text-sm text-text-muted">
          {id}
        </code>
      </Lead>
      <Cell>
        <ul className="flex flex-col gap-1 text-sm">
          {offers.map(({ provider, confidence, price, source }) => (
            <li key={provider} dir="ltr" className="text-start" title={source}>
              <span className="font-medium">{provider}</span>{' '}
              <span className="text-text-muted">({confidence})</span>{' '}
              <span className="font-mono">{price ?? '–'}</span>
            </li>
          ))}
        </ul>
      </Cell>
      <Cell className="text-end">
        <Form method="post" action={PATH}>
          <input type="hidden" name="modelId" value={id} />
          <Button size="small" name="act" value="confirm" aria-label={t('confirm.named', { name })}>
            {t('confirm.confirm')}
          </Button>
        </Form>
      </Cell>
    </Row>
  );
}
