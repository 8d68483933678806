import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { ExportForm } from './ExportForm.tsx';
import type { ExportData } from './export-data.ts';

/** The export of a chat as a page. */
export function ExportPage({ data }: { data: ExportData }) {
  const { t } = useTranslation('exports');
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p>
          <TextLink to={`/chat/${data.conversationId}`}>
            <bdi>{data.title}</bdi>
          </TextLink>
        </p>
      </div>
      <div className="max-w-lg">
        <ExportForm data={data} />
      </div>
    </PageColumn>
  );
}
