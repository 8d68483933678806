import { useEffect, useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Dialog } from '#app/ui/components/Dialog.tsx';
import { openDialog } from '#app/ui/components/open-dialog.ts';
import { modKey, SHORTCUTS } from './shortcuts.ts';

/** The keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('site');
  const id = useId();
  useEffect(() => openDialog(id), [id]);
  const mod = modKey();
  return (
    <Dialog id={id} title={t('palette.shortcuts')} onClose={onClose}>
      <dl className="divide-y divide-line">
        {SHORTCUTS.map(({ name, keys }) => (
          <div key={name} className="flex items-center justify-between gap-4 py-2">
            <dt>{t(`shortcut.${name}`)}</dt>
            <dd dir="ltr" className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-control border border-line-strong bg-surface px-2 py-0.5 font-mono text-sm"
                >
                  {key === 'Mod' ? mod : key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
