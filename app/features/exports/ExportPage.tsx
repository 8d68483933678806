import { useTranslation } from 'react-i18next';
import { exportFilePath } from '#app/contracts/exports/export-options.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Download } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ExportFields } from './ExportFields.tsx';
import type { ExportData } from './export-data.ts';

/** The export of a chat as a page: a form whose answer is the file. */
export function ExportPage({ data }: { data: ExportData }) {
  const { t } = useTranslation('exports');
  const { conversationId, title } = data;
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p>
          <TextLink to={`/chat/${conversationId}`}>
            <bdi>{title}</bdi>
          </TextLink>
        </p>
      </div>
      <form action={exportFilePath(conversationId)} className="flex max-w-lg flex-col gap-6">
        <ExportFields {...data} />
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" size="large">
            <Icon of={Download} />
            {t('export')}
          </Button>
        </div>
      </form>
    </PageColumn>
  );
}
