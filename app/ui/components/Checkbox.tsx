import type { InputHTMLAttributes, ReactNode } from 'react';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode };

/** A box to tick and its words, which are part of what is pressed. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="control flex cursor-pointer items-center gap-3">
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-accent md:size-4" />
      <span>{label}</span>
    </label>
  );
}
