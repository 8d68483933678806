import { useEffect, useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { DEFAULT_EXPORT } from '#app/contracts/exports/export-options.ts';
import { Dialog } from '#app/ui/components/Dialog.tsx';
import { openDialog } from '#app/ui/components/open-dialog.ts';
import { ExportForm } from './ExportForm.tsx';

interface ExportDialogProps {
  conversationId: string;
  title: string;
  /** Called on every close, from any cause. */
  onClose: () => void;
}

/** The export of a chat, over the page; each opening begins with the default choices. */
export function ExportDialog({ conversationId, title, onClose }: ExportDialogProps) {
  const { t } = useTranslation('exports');
  const id = useId();
  useEffect(() => openDialog(id), [id]);
  return (
    <Dialog id={id} title={t('title')} onClose={onClose}>
      <ExportForm
        data={{ conversationId, title, options: DEFAULT_EXPORT, problem: null }}
        onDone={() => document.getElementById(id)?.closest('dialog')?.close()}
      />
    </Dialog>
  );
}
