import { useState, type FormEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { NESTED_MAX, readExportOptions } from '#app/contracts/exports/export-options.ts';
import { exportFilePath, printPath } from '#app/contracts/exports/export-paths.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Download, Printer } from '#app/ui/icons/lucide.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';
import { ExportFields } from './ExportFields.tsx';
import type { ExportData } from './export-data.ts';
import { saveExport } from './save-export.ts';

interface ExportFormProps {
  data: ExportData;
  /** Called when the file is on its way. */
  onDone?: () => void;
}

/**
 * A form whose answer is the file. With scripts the file is requested first, so that a failure is a message and
 * the form stays.
 */
export function ExportForm({ data, onDone }: ExportFormProps) {
  const { t } = useTranslation('exports');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(data.problem);
  const { conversationId, title } = data;
  const save = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const options = readExportOptions(new URLSearchParams(fields as unknown as Record<string, string>));
    setBusy(true);
    setProblem(null);
    const end = await saveExport({ conversationId, title }, options);
    setBusy(false);
    if (end === 'saved') onDone?.();
    else if (end === 'too_deep') setProblem({ field: 'order', max: NESTED_MAX });
    else showToast({ severity: 'error', text: t(`end.${end}`) });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void save(event.currentTarget);
  };
  return (
    <form action={exportFilePath(conversationId)} onSubmit={onSubmit} className="flex flex-col gap-6">
      <ExportFields {...data} problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" size="large" busy={isBusy}>
          <Icon of={Download} />
          {t('export')}
        </Button>
        <a
          href={printPath(conversationId)}
          target="_blank"
          rel="noopener"
          className={buttonClasses({ size: 'large' })}
        >
          <Icon of={Printer} />
          {t('print')}
        </a>
      </div>
    </form>
  );
}
