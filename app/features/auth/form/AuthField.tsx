import type { InputHTMLAttributes, ReactNode } from 'react';
import { Field } from '#app/ui/components/form/Field.tsx';
import { PasswordInput } from '#app/ui/components/form/PasswordInput.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';

type AuthFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  note?: ReactNode;
};

/** A field of these forms: text, an e-mail address, or a password with a show button. */
export function AuthField({ label, help, error, note, id, type, ...input }: AuthFieldProps) {
  return (
    <Field label={label} help={help} error={error} note={note} id={id}>
      {(control) =>
        type === 'password' ? (
          <PasswordInput {...input} {...control} />
        ) : (
          <TextInput {...input} {...control} type={type} dir={type === 'email' ? 'ltr' : 'auto'} />
        )
      }
    </Field>
  );
}
