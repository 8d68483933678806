import { Form, Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Card } from '#app/ui/components/Card.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { ExternalLink } from '#app/ui/icons/lucide.ts';
import { AmountField, Estimate, useTypedAmount } from './AmountField.tsx';
import { PaymentTerms } from './PaymentTerms.tsx';
import { CHECKOUT_PATH, type BuyData } from './buy-data.ts';

/** Amounts that a press chooses, in dollars. */
const AMOUNTS = ['10', '20', '50'];

/** Calculator of the credit that a payment buys, and the ways to pay. */
export function AddCredit({ buy }: { buy: BuyData }) {
  const { t } = useTranslation(['purchases', 'billing']);
  const { cardUrl, isCryptoSold, orderId } = buy;
  const { amount, input } = useTypedAmount(buy.amount);
  if (!cardUrl && !isCryptoSold) return <p className="text-text-muted">{t('billing:askOperator')}</p>;
  return (
    <Card title={t('add.title')} id="add-credit">
      <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
        <Form preventScrollReset className="flex flex-col gap-4">
          <ul aria-label={t('add.amounts')} className="flex flex-wrap gap-2">
            {AMOUNTS.map((dollars) => (
              <li key={dollars}>
                <Link
                  to={`?amount=${dollars}#add-credit`}
                  preventScrollReset
                  replace
                  aria-current={buy.amount.typed === dollars || undefined}
                  className={buttonClasses(
                    { variant: 'quiet' },
                    'rounded-full! aria-[current]:bg-accent-soft',
                  )}
                >
                  ${dollars}
                </Link>
              </li>
            ))}
          </ul>
          <AmountField amount={amount} input={input}>
            <Button>{t('add.calculate')}</Button>
          </AmountField>
          <Estimate amount={amount} byCard={cardUrl !== null} inCrypto={isCryptoSold} />
          <div className="flex flex-wrap gap-3">
            {cardUrl && (
              <a
                href={cardUrl}
                target="_blank"
                rel="noreferrer"
                className={buttonClasses({ variant: 'primary' })}
              >
                {t('add.card')}
                <Icon of={ExternalLink} name={t('billing:newTab')} mirror />
              </a>
            )}
            {isCryptoSold && (
              <Button
                name="orderId"
                value={orderId}
                formMethod="post"
                formAction={CHECKOUT_PATH}
                variant={cardUrl ? 'quiet' : 'primary'}
              >
                {t('add.crypto')}
              </Button>
            )}
          </div>
          {cardUrl && <p className="text-sm text-text-muted">{t('add.chooseThere')}</p>}
        </Form>
        <PaymentTerms byCard={cardUrl !== null} inCrypto={isCryptoSold} heading="h3" />
      </div>
    </Card>
  );
}
