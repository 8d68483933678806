import { CircleAlert } from '#app/ui/icons/lucide.ts';
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';

interface FieldErrorProps {
  /** The id that the control's `aria-describedby` refers to. */
  id: string;
  className?: string;
  children: ReactNode;
}

/** The error message of a field or a group of fields. */
export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p id={id} className={joinClasses('flex items-start gap-1.5 text-sm text-bad', className)}>
      <span className="mt-0.5">
        <Icon of={CircleAlert} />
      </span>
      {children}
    </p>
  );
}
