import { Form, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { BALANCE_PATH } from '../balance-page.ts';
import { AmountField } from './AmountField.tsx';
import { CHECKOUT_PATH, type TypedAmount } from './buy-data.ts';
import type { CheckoutAnswer } from './checkout.ts';
import { Estimate } from './Estimate.tsx';
import { PaymentTerms } from './PaymentTerms.tsx';
import { useTypedAmount } from './use-typed-amount.ts';

interface CheckoutPageProps {
  amount: TypedAmount;
  orderId: string;
  answer: CheckoutAnswer | undefined;
}

/** A payment in crypto: how much, then on to the page that takes it. */
export function CheckoutPage({ amount, orderId, answer }: CheckoutPageProps) {
  const { t } = useTranslation(['purchases', 'billing']);
  const page = answer?.page ?? null;
  useEffect(() => {
    if (page !== null) location.assign(page);
  }, [page]);
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <TextLink to={BALANCE_PATH} className="self-start text-sm">
          {t('billing:title')}
        </TextLink>
        <h1 className="text-xl font-semibold">{t('checkout.title')}</h1>
      </div>
      {answer?.failed && (
        <Banner tone="bad" title={t('checkout.failed')}>
          {t(`checkout.${answer.failed}`)}
        </Banner>
      )}
      {page === null ? (
        <CheckoutForm amount={answer?.amount ?? amount} orderId={orderId} />
      ) : (
        <Card>
          <p className="mb-4">{t('checkout.ready')}</p>
          <a href={page} rel="noreferrer" className={buttonClasses({ variant: 'primary' })}>
            {t('checkout.goOn')}
          </a>
        </Card>
      )}
    </PageColumn>
  );
}

function CheckoutForm({ amount: loaded, orderId }: { amount: TypedAmount; orderId: string }) {
  const { t } = useTranslation('purchases');
  const { state } = useNavigation();
  const typing = useTypedAmount(loaded);
  return (
    <Card>
      <Form method="post" action={CHECKOUT_PATH} className="mb-6 flex flex-col gap-4">
        <input type="hidden" name="orderId" value={orderId} />
        <AmountField {...typing} />
        <Estimate amount={typing.amount} byCard={false} inCrypto />
        <Button variant="primary" busy={state === 'submitting'} className="self-start">
          {t('checkout.button')}
        </Button>
      </Form>
      <PaymentTerms byCard={false} inCrypto heading="h2" />
    </Card>
  );
}
