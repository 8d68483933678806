import type { Drawing } from '#app/ui/icons/lucide.ts';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface EmptyStateProps {
  icon?: Drawing;
  /** What this place is for. */
  title: ReactNode;
  text?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

/** A list without entries: what it is for, and the one next step. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      {icon && (
        <span className="mb-1 text-text-faint">
          <Icon of={icon} size={20} />
        </span>
      )}
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-sm text-text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
