import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import { LEAST_PAYMENT_MICRO } from '#app/contracts/payments/fees.ts';
import { MOST_PAYMENT_MICRO } from '#app/contracts/payments/pay-amount.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import type { TypingAmount } from './use-typed-amount.ts';

/** The box for the amount to pay, with a button beside it. */
export function AmountField({ amount, input, children }: TypingAmount & { children?: ReactNode }) {
  const { t } = useTranslation('purchases');
  const bounds = { least: formatExactly(LEAST_PAYMENT_MICRO), most: formatExactly(MOST_PAYMENT_MICRO) };
  return (
    <Field
      label={t('add.amount')}
      help={t('add.help', bounds)}
      error={amount.problem && t(`problem.${amount.problem}`, bounds)}
    >
      {(control) => (
        <div className="flex gap-2">
          <DollarInput
            {...control}
            {...input}
            name="amount"
            defaultValue={amount.typed}
            maxLength={24}
            className="max-w-40"
          />
          {children}
        </div>
      )}
    </Field>
  );
}
