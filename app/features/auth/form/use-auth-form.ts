import { useForm, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { checkForm, type FormRules } from './form-rules.ts';

/** What an action of this room answers when the form must be mended. */
export interface FormAnswer {
  result: SubmissionResult;
}

/**
 * A form that the server answered or that begins empty: its errors by field, and what was typed. With
 * scripts it is checked before it is sent, the first wrong field gets the focus, and errors go as they are
 * mended; without them the server's answer shows the same.
 * @param defaults what stands in the fields before anything was sent
 * @param checks when a field is checked first
 * @returns `field(name)` to spread on a TextField, the form's own error, and whether a script sees any wrong field
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
      // The focus for pages without scripts; Conform moves it for the others.
      autoFocus: name === firstWrong,
    };
  };

  return {
    form: { id: form.id, onSubmit: form.onSubmit, noValidate: form.noValidate },
    error: form.errors?.[0],
    // Only a script can tell that a field was mended: without one the button must stay.
    hasFieldErrors: hydrated && firstWrong !== undefined,
    field,
  };
}
