import { Form, useNavigation } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { cardCredit, cryptoCredit } from '#app/contracts/payments/fees.ts';
import type { PayMethod } from '#app/contracts/payments/receipt.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ExternalLink } from '#app/ui/icons/lucide.ts';
import { BALANCE_PATH } from '../balance-page.ts';
import { AmountField, type TypingAmount } from './AmountField.tsx';
import { CHECKOUT_PATH, type PayChoices } from './buy-data.ts';

interface PayFormProps {
  choices: PayChoices;
  typing: TypingAmount;
  /** Opens the payment page in a new tab, and can show the credit for an amount without scripts. */
  opensTab?: boolean;
  /** Shown above the box for the amount. */
  children?: ReactNode;
}

const NAMES = { card: 'method.stripe', crypto: 'method.coinbase' } as const;

/** Form of a payment: the amount, the credit for it in each way to pay, and one button to the payment page. */
export function PayForm({ choices, typing, opensTab = false, children }: PayFormProps) {
  const { t } = useTranslation(['purchases', 'billing']);
  const isBusy = useNavigation().formAction === CHECKOUT_PATH;
  const { ways, method, isAmountChosenThere, orderId } = choices;
  const refuse = (event: FormEvent) => {
    if (typing.amount.micro !== null) return;
    event.preventDefault();
    typing.showProblem();
  };
  return (
    <Form
      method="post"
      action={CHECKOUT_PATH}
      onSubmit={refuse}
      {...(opensTab && { reloadDocument: true, target: '_blank', rel: 'noopener' })}
      className="grid gap-x-12 gap-y-4 md:grid-cols-2"
    >
      <input type="hidden" name="orderId" value={orderId} />
      <div className="flex flex-col gap-4">
        {children}
        <AmountField {...typing} />
      </div>
      <div className="flex flex-col gap-4">
        {ways.length === 1 ? (
          <div aria-live="polite" className="text-md">
            <input type="hidden" name="method" value={method} />
            <Credit way={method} micro={typing.amount.micro} />
          </div>
        ) : (
          <fieldset aria-live="polite">
            <legend className="mb-1 font-medium">{t('receipt.method')}</legend>
            {ways.map((way) => (
              <label key={way} className="control flex flex-wrap items-center gap-x-2.5 py-1">
                <input
                  type="radio"
                  name="method"
                  value={way}
                  defaultChecked={way === method}
                  className="accent-accent"
                />
                {t(NAMES[way])}
                <span className="ms-auto">
                  <Credit way={way} micro={typing.amount.micro} />
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {isAmountChosenThere && <p className="text-sm text-text-muted">{t('add.chooseThere')}</p>}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" size="large" busy={isBusy} className="min-w-32">
            {t('add.pay')}
            {opensTab && <Icon of={ExternalLink} name={t('billing:newTab')} mirror />}
          </Button>
          {opensTab && (
            <Button
              formMethod="get"
              formAction={`${BALANCE_PATH}#add-credit`}
              formTarget="_self"
              size="large"
              className="hidden! noscript:inline-flex!"
            >
              {t('add.calculate')}
            </Button>
          )}
        </div>
      </div>
    </Form>
  );
}

/** The credit for an amount in one way to pay; a dash while it cannot be paid. */
function Credit({ way, micro }: { way: PayMethod; micro: bigint | null }) {
  const { t } = useTranslation('purchases');
  const amount =
    micro === null ? '–' : formatExactly(way === 'card' ? cardCredit(micro) : cryptoCredit(micro));
  return (
    <strong className="font-semibold tabular-nums">
      {t(way === 'card' || micro === null ? 'add.get' : 'add.getUpTo', { amount })}
    </strong>
  );
}
