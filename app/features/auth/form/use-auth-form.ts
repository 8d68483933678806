import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useRef, useState, type FocusEvent, type FormEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { checkForm, type FormRules } from './form-rules.ts';

/** Response of a form action when the form has errors. */
export interface FormAnswer {
  result: SubmissionResult;
}

/** The messages of the checked fields by name; undefined for a checked field that is right. */
type Messages = Readonly<Record<string, string | undefined>>;

/**
 * Manages a form that is empty or was returned by the server: its values, and its errors by field. With
 * scripts the form is checked before it is sent, the first wrong field gets the focus, and errors disappear
 * when they are fixed; without scripts the server's response shows the same. The server reads these forms with
 * Conform; in browsers its hook would be a twelfth of the sign-in page's scripts.
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
  const hydrated = useHydrated();
  const [answered, setAnswered] = useState(answer);
  const [messages, setMessages] = useState(() => messagesIn(answer, rules));
  if (answered !== answer) {
    setAnswered(answer);
    setMessages(messagesIn(answer, rules));
  }
  const firstWrong = Object.keys(rules).find((name) => messages[name] !== undefined);

  const sent = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    if (sent.current) focusFirstWrong(sent.current, messagesIn(answer, rules), rules);
  }, [answer, rules]);

  /** Checks a field, and fields that must repeat it if they were checked before. */
  const check = (form: HTMLFormElement, name: string) => {
    const wrong = checkForm(new FormData(form), rules, t);
    setMessages((before) => {
      const repeats = Object.keys(before).filter((other) => rules[other]?.sameAs === name);
      return { ...before, ...Object.fromEntries([name, ...repeats].map((one) => [one, wrong[one]])) };
    });
  };

  const field = (name: keyof Rules & string) => {
    const rule = rules[name];
    const secret = rule?.words === 'password' || rule?.words === 'confirm';
    const typed = answer?.result.initialValue?.[name];
    return {
      id: `${id}-${name}`,
      name,
      required: rule?.optional !== true,
      minLength: rule?.min,
      maxLength: rule?.max,
      type: secret ? 'password' : rule?.words === 'email' ? 'email' : 'text',
      defaultValue: secret ? undefined : typeof typed === 'string' ? typed : (defaults[name] ?? ''),
      error: messages[name],
      // Sets the focus on pages without scripts; the effect above does it on others.
      autoFocus: name === firstWrong,
    };
  };

  return {
    form: {
      id,
      // The messages of the form replace those of the browser.
      noValidate: hydrated,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        sent.current = event.currentTarget;
        const wrong = checkForm(new FormData(event.currentTarget), rules, t);
        setMessages(Object.fromEntries(Object.keys(rules).map((name) => [name, wrong[name]])));
        if (Object.keys(wrong).length === 0) return;
        event.preventDefault();
        focusFirstWrong(event.currentTarget, wrong, rules);
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        if (name in messages) check(event.currentTarget, name);
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name } = event.target as unknown as HTMLInputElement;
        if (checks === 'onBlur' && name in rules) check(event.currentTarget, name);
      },
    },
    error: answer?.result.error?.['']?.[0],
    // Only a script can detect that a field was fixed: without scripts the button must stay enabled.
    hasFieldErrors: hydrated && firstWrong !== undefined,
    field,
  };
}

/** The messages of a returned form: the server has checked all of its fields. */
function messagesIn(answer: FormAnswer | undefined, rules: FormRules): Messages {
  if (!answer) return {};
  const { error } = answer.result;
  return Object.fromEntries(Object.keys(rules).map((name) => [name, error?.[name]?.[0]]));
}

function focusFirstWrong(form: HTMLFormElement, messages: Messages, rules: FormRules): void {
  const name = Object.keys(rules).find((one) => messages[one] !== undefined);
  const input = name === undefined ? null : form.elements.namedItem(name);
  if (input instanceof HTMLInputElement) input.focus();
}
