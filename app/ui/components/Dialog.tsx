import { X } from '#app/ui/icons/lucide.ts';
import { useEffect, useId, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ToastList } from '../toasts/ToastList.tsx';
import { IconButton } from './button/IconButton.tsx';
import { joinClasses } from './join-classes.ts';
import { noteModal } from './open-dialog.ts';

interface DialogProps {
  /** Opened by openDialog(id). */
  id: string;
  title: string;
  children: ReactNode;
  /** Called on every close, from any cause. */
  onClose?: () => void;
  className?: string;
}

/**
 * A native modal dialog: focus stays inside, Escape and a press outside close it, and focus returns. On a
 * phone it is a sheet at the bottom. Without scripts the control that opens it must link to a page with the
 * same content.
 */
export function Dialog({ id, title, children, onClose, className }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  useEffect(() => noteModal, []);
  return (
    <dialog
      id={id}
      closedby="any"
      aria-labelledby={titleId}
      onClose={() => {
        noteModal();
        onClose?.();
      }}
      className={joinClasses(
        'm-auto mb-0 max-h-[90dvh] w-full max-w-none rounded-t-panel border border-line bg-surface-raised p-0 text-text shadow-float open:animate-appear md:mb-auto md:max-w-lg md:rounded-panel',
        'backdrop:bg-veil',
        className,
      )}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line ps-5 pe-2 py-1.5">
        <h2 id={titleId} className="text-md font-semibold">
          {title}
        </h2>
        <form method="dialog">
          <IconButton type="submit" icon={X} label={t('close')} />
        </form>
      </header>
      <div className="p-5">{children}</div>
      <ToastList />
    </dialog>
  );
}
