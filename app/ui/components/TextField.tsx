import type { InputHTMLAttributes, ReactNode } from 'react';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  note?: ReactNode;
};

/** A line of text with its label, help and error. */
export function TextField({ label, help, error, note, id, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} note={note} id={id}>
      {(control) => <TextInput {...input} {...control} />}
    </Field>
  );
}
