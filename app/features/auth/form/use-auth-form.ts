import { useForm, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { checkForm, type FormRules } from './form-rules.ts';

/** Response of a form action when the form has errors. */
export interface FormAnswer {
  result: SubmissionResult;
}

/**
 * Manages a form that is empty or was returned by the server: its values, and its errors by field. With
 * scripts the form is checked before it is sent, the first wrong field gets the focus, and errors disappear
 * when they are fixed; without scripts the server's response shows the same.
 * @param defaults initial values of the fields
 * @param checks when a field is checked first
 * @returns `field(name)` to spread on a TextField, the form's own error, and whether a script sees any wrong
 * field
 */
export function useAuthForm<Rules extends FormRules>(
  id: string,
  rules: Rules,
  answer: FormAnswer | undefined,
  defaults: Partial<Record<keyof Rules & string, string>> = {},
  checks: 'onSubmit' | 'onBlur' = 'onSubmit',
) {
  const { t } = useTranslation('auth');
  const [form, fields] = useForm<Record<string, string>>({
    id,
    lastResult: answer?.result ?? null,
    defaultValue: defaults,
    shouldValidate: checks,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => checkForm(formData, rules, t),
  });
  const hydrated = useHydrated();
  const names = Object.keys(rules);
  const firstWrong = names.find((name) => fields[name]?.errors !== undefined);

  const field = (name: keyof Rules & string) => {
    const rule = rules[name];
    const secret = rule?.words === 'password' || rule?.words === 'confirm';
    return {
      id: `${id}-${name}`,
      name,
      required: rule?.optional !== true,
      minLength: rule?.min,
      maxLength: rule?.max,
      type: secret ? 'password' : rule?.words === 'email' ? 'email' : 'text',
      defaultValue: secret ? undefined : (fields[name]?.initialValue ?? ''),
      error: fields[name]?.errors?.[0],
      // Sets the focus on pages without scripts; Conform does it on others.
      autoFocus: name === firstWrong,
    };
  };

  return {
    form: { id: form.id, onSubmit: form.onSubmit, noValidate: form.noValidate },
    error: form.errors?.[0],
    // Only a script can detect that a field was fixed: without scripts the button must stay enabled.
    hasFieldErrors: hydrated && firstWrong !== undefined,
    field,
  };
}
