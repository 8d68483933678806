import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { useTypedAmount } from './AmountField.tsx';
import { PayForm } from './PayForm.tsx';
import { PaymentTerms } from './PaymentTerms.tsx';
import type { BuyData } from './buy-data.ts';

/** Amounts that a press chooses, in dollars. */
const AMOUNTS = ['10', '20', '50'];

/** The amount to pay, the credit that it buys, and the way to its payment page in a new tab. */
export function AddCredit({ buy }: { buy: BuyData }) {
  const { t } = useTranslation(['purchases', 'billing']);
  const typing = useTypedAmount(buy.amount);
  if (buy.ways.length === 0) return <p className="text-text-muted">{t('billing:askOperator')}</p>;
  return (
    <Card title={t('add.title')} id="add-credit">
      <PayForm choices={buy} typing={typing} opensTab>
        <ul aria-label={t('add.amounts')} className="flex flex-wrap gap-2">
          {AMOUNTS.map((dollars) => (
            <li key={dollars}>
              <Link
                to={`?amount=${dollars}#add-credit`}
                preventScrollReset
                replace
                onClick={(event) => {
                  event.preventDefault();
                  typing.choose(dollars);
                }}
                aria-current={typing.typed === dollars || undefined}
                className={buttonClasses({}, 'rounded-full! aria-[current]:bg-accent-soft')}
              >
                ${dollars}
              </Link>
            </li>
          ))}
        </ul>
      </PayForm>
      <PaymentTerms ways={buy.ways} className="mt-4" />
    </Card>
  );
}
