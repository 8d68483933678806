import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import {
  cardCredit,
  cryptoCredit,
  MIN_PAYMENT_MICRO,
  MAX_PAYMENT_MICRO,
  readPayAmount,
} from '#app/contracts/payments/fees.ts';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import type { TypedAmount } from './buy-data.ts';

interface EstimateProps extends Pick<TypingAmount, 'amount'> {
  byCard: boolean;
  inCrypto: boolean;
}

type TypingAmount = ReturnType<typeof useTypedAmount>;

/** Box for the amount to pay, with a button beside it. */
export function AmountField({ amount, input, children }: TypingAmount & { children?: ReactNode }) {
  const { t } = useTranslation('purchases');
  const bounds = { least: formatExactly(MIN_PAYMENT_MICRO), most: formatExactly(MAX_PAYMENT_MICRO) };
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

/** The credit that an amount buys, for each way to pay it. */
export function Estimate({ amount: { micro }, byCard, inCrypto }: EstimateProps) {
  const { t } = useTranslation('purchases');
  const rows = [
    byCard && { name: t('add.byCard'), credit: micro === null ? null : formatExactly(cardCredit(micro)) },
    inCrypto && {
      name: t('add.inCrypto'),
      credit: micro === null ? null : t('add.upTo', { amount: formatExactly(cryptoCredit(micro)) }),
    },
  ].filter((row) => row !== false);
  return (
    <dl aria-live="polite" className="flex flex-col gap-1 border-y border-line py-3">
      <div className="flex justify-between gap-4 text-text-muted">
        <dt>{t('add.pay')}</dt>
        <dd className="tabular-nums">{micro === null ? '–' : <bdi>{formatExactly(micro)}</bdi>}</dd>
      </div>
      {rows.map(({ name, credit }) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd className="font-semibold tabular-nums">{credit === null ? '–' : <bdi>{credit}</bdi>}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Returns the amount in a box, as it is typed. Reports a problem only when the box is left, or when the page
 * was requested with that amount.
 * @param loaded the amount that the page came with
 * @returns `micro`: null while it cannot be paid
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
