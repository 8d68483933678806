import type { Drawing } from '#app/ui/icons/lucide.ts';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface EmptyStateProps {
  icon?: Drawing;
  /** The purpose of this list. */
  title: ReactNode;
  text?: ReactNode;
  /** A link or a button for the next step. */
  action?: ReactNode;
}

/** The placeholder of an empty list: its purpose, and one next step. */
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
