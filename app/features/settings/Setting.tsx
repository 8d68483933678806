import type { ReactNode } from 'react';

interface SettingProps {
  /** Ties the label to the control; absent for a group of buttons, which carries the label itself. */
  controlId?: string;
  label: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}

/** One line of the settings: words at the start, control at the end; on a phone one above the other. */
export function Setting({ controlId, label, help, children }: SettingProps) {
  return (
    <div className="flex flex-col gap-2 py-4 first-of-type:pt-0 last-of-type:pb-0 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <div>
        {controlId ? (
          <label htmlFor={controlId} className="font-medium">
            {label}
          </label>
        ) : (
          <p className="font-medium">{label}</p>
        )}
        {help && <p className="text-sm text-text-muted">{help}</p>}
      </div>
      <div className="shrink-0">{children}</div>
    </div>
  );
}
