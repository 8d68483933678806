import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { MIN_PAYMENT_MICRO, MAX_PAYMENT_MICRO, readPayAmount } from '#app/contracts/payments/fees.ts';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import type { TypedAmount } from './buy-data.ts';

/** An amount while it is typed. */
export type TypingAmount = ReturnType<typeof useTypedAmount>;

/** Box for the amount to pay. */
export function AmountField({ amount, input }: Pick<TypingAmount, 'amount' | 'input'>) {
  const { t } = useTranslation('purchases');
  const bounds = { least: formatExactly(MIN_PAYMENT_MICRO), most: formatExactly(MAX_PAYMENT_MICRO) };
  return (
    <Field
      label={t('add.amount')}
      help={t('add.help', bounds)}
      error={amount.problem && t(`problem.${amount.problem}`, bounds)}
    >
      {(control) => (
        <DollarInput
          {...control}
          {...input}
          name="amount"
          defaultValue={amount.typed}
          maxLength={24}
          className="max-w-40"
        />
      )}
    </Field>
  );
}

/**
 * Returns the amount in a box, as it is typed. Reports a problem only when the box is left, or when the page
 * was requested with that amount.
 * @param loaded the amount that the page came with
 * @returns `micro`: null while it cannot be paid; `choose` puts an amount into the box, `showProblem` shows its
 * problem and moves the focus there
 */
export function useTypedAmount(loaded: TypedAmount) {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(loaded.typed);
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    // Text typed before the script took over the page.
    if (box.current) setTyped(box.current.value);
  }, []);
  const read = readPayAmount(typed);
  const showsProblem = isLeft || typed === loaded.typed;
  return {
    typed,
    choose: (dollars: string) => {
      if (box.current) box.current.value = dollars;
      setTyped(dollars);
    },
    showProblem: () => {
      setLeft(true);
      box.current?.focus();
    },
    amount: {
      typed: loaded.typed,
      micro: 'micro' in read ? read.micro : null,
      problem: 'problem' in read && showsProblem ? read.problem : null,
    },
    input: {
      ref: box,
      onInput: () => {
        setTyped(box.current?.value ?? '');
        setLeft(false);
      },
      onBlur: () => setLeft(true),
    },
  };
}
