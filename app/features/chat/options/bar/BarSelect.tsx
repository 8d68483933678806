import type { SelectHTMLAttributes } from 'react';

interface BarSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  'aria-label': string;
  choices: readonly (readonly [value: string, words: string | undefined])[];
}

/** One of a few, over the text box. */
export function BarSelect({ choices, ...rest }: BarSelectProps) {
  return (
    <select
      {...rest}
      className="control min-w-0 rounded-control border border-line bg-surface px-2 text-text-muted transition-colors hover:text-text focus:text-text"
    >
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
