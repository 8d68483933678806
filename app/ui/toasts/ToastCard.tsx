import { useTranslation } from '#app/ui/i18n/translation.ts';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from '#app/ui/icons/lucide.ts';
import { Icon } from '../components/Icon.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { lazyPart } from '../fetch/lazy-part.tsx';
import type { Severity, Toast } from './toast.ts';

const UndoForm = lazyPart('undo', async () => (await import('./UndoForm.tsx')).UndoForm);

const LOOK = {
  info: { icon: Info, tone: 'text-accent' },
  success: { icon: CircleCheck, tone: 'text-good' },
  warning: { icon: TriangleAlert, tone: 'text-warn' },
  error: { icon: CircleAlert, tone: 'text-bad' },
};

interface ToastCardProps {
  severity: Severity;
  text: string;
  link?: Toast['link'];
  undo?: Toast['undo'];
  /** Without it there is no close button: a page without scripts cannot close it. */
  onClose?: () => void;
}

/** One toast: icon, text, a button that undoes the action, and a close button. */
export function ToastCard({ severity, text, link, undo, onClose }: ToastCardProps) {
  const { t } = useTranslation();
  const { icon, tone } = LOOK[severity];
  return (
    <div
      data-severity={severity}
      className="pointer-events-auto flex max-w-md animate-appear items-center gap-3 rounded-card border border-line bg-surface-raised py-1 ps-4 pe-1 text-base shadow-float"
    >
      <span className={tone}>
        <Icon of={icon} size={20} />
      </span>
      <span className="py-2 pe-3">
        {text}
        {link && (
          <>
            {' '}
            <TextLink to={link.to}>{link.text}</TextLink>
          </>
        )}
      </span>
      {undo && <UndoForm undo={undo} onDone={onClose} />}
      {onClose && (
        <button
          type="button"
          onClick={onClose}
          className="grid control-square place-items-center rounded-control text-text-muted hover:bg-surface-sunken hover:text-text"
        >
          <Icon of={X} name={t('close')} />
        </button>
      )}
    </div>
  );
}
