import { useId, type ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';

/** Attributes that connect a control to its label, help and error: spread them on the control. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** Shown in place of the help. */
  error?: ReactNode;
  /** Shown beside the label, for optional fields. */
  note?: ReactNode;
  id?: string;
  children: (control: FieldControl) => ReactNode;
}

/**
 * Label above, help below, error in place of the help:
 * `<Field label>{(control) => <TextInput {...control} />}</Field>`
 */
export function Field({ label, help, error, note, id, children }: FieldProps) {
  const own = useId();
  const controlId = id ?? own;
  const hintId = `${controlId}-hint`;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={controlId} className="font-medium">
          {label}
        </label>
        {note && <span className="text-sm text-text-faint">{note}</span>}
      </div>
      {children({
        id: controlId,
        'aria-describedby': error || help ? hintId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <FieldError id={hintId}>{error}</FieldError>
      ) : (
        help && (
          <p id={hintId} className="text-sm text-text-muted">
            {help}
          </p>
        )
      )}
    </div>
  );
}
