import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { OperatorAnswer } from '#app/features/admin/operator.server.ts';
import { Cell, DataTable, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { ListRestart } from '#app/ui/icons/lucide.ts';
import { OperatorPage } from '../frame/OperatorPage.tsx';
import { OPERATOR_PATHS } from '../operator-paths.ts';
import type { JobLine, JobsData } from './jobs-page.server.ts';

const { jobs: PATH } = OPERATOR_PATHS;

/** Page of failed follow-up jobs, which are not retried any more. */
export function JobsPage({ jobs, count, answer }: JobsData & { answer: OperatorAnswer | undefined }) {
  const { t } = useTranslation('admin');
  const heads = [
    { name: t('jobs.job') },
    { name: t('jobs.error') },
    { name: t('jobs.tries'), isFigure: true },
    { name: t('jobs.failed'), isFigure: true },
    { name: t('jobs.retry'), isHidden: true },
  ];
  return (
    <OperatorPage
      title={t('nav.jobs')}
      lead={t('jobs.lead')}
      error={answer?.error}
      action={
        jobs.length > 0 && (
          <Form method="post" action={PATH}>
            <ConfirmButton name="act" value="retryAll" confirm={t('jobs.retryAllConfirm')}>
              {t('jobs.retryAll')}
            </ConfirmButton>
          </Form>
        )
      }
    >
      {jobs.length === 0 ? (
        <EmptyState icon={ListRestart} title={t('jobs.empty')} text={t('jobs.emptyText')} />
      ) : (
        <DataTable caption={t('nav.jobs')} heads={heads}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </DataTable>
      )}
      {count > jobs.length && (
        <p className="text-text-muted">{t('jobs.more', { count: count - jobs.length })}</p>
      )}
    </OperatorPage>
  );
}

function JobRow({ job: { id, job, subject, tries, error, failedAt } }: { job: JobLine }) {
  const { t, i18n } = useTranslation('admin');
  return (
    <Row>
      <Lead>
        <span dir="ltr" className="font-mono text-sm">
          {job}
          <span className="block text-text-muted">{subject}</span>
        </span>
      </Lead>
      <Cell name={t('jobs.error')}>{error && <bdi className="text-sm">{error}</bdi>}</Cell>
      <Cell name={t('jobs.tries')} isFigure>
        {numberFormat(i18n.language).format(tries)}
      </Cell>
      <Cell name={t('jobs.failed')} isFigure>
        <DateTime at={failedAt} show="relative" />
      </Cell>
      <Cell className="text-end">
        <Form method="post" action={PATH}>
          <input type="hidden" name="jobId" value={id} />
          <Button
            size="small"
            className="whitespace-nowrap"
            name="act"
            value="retry"
            aria-label={t('jobs.retryNamed', { job, subject })}
          >
            {t('jobs.retry')}
          </Button>
        </Form>
      </Cell>
    </Row>
  );
}
