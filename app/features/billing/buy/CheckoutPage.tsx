import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Card } from '#app/ui/components/Card.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { OutsidePage } from '../OutsidePage.tsx';
import { BALANCE_PATH } from '../balance-page.ts';
import { AmountField, Estimate, useTypedAmount } from './AmountField.tsx';
import { PaymentTerms } from './PaymentTerms.tsx';
import { CHECKOUT_PATH, type CheckoutAnswer, type TypedAmount } from './buy-data.ts';

interface CheckoutPageProps {
  amount: TypedAmount;
  orderId: string;
  answer: CheckoutAnswer | undefined;
}

/** Payment in crypto: the amount, then a redirect to the page that takes the payment. */
export function CheckoutPage({ amount, orderId, answer }: CheckoutPageProps) {
  const { t } = useTranslation(['purchases', 'billing']);
  return (
    <OutsidePage
      title={t('checkout.title')}
      back={{ to: BALANCE_PATH, name: t('billing:title') }}
      failed={answer?.failed ? { title: t('checkout.failed'), text: t(`checkout.${answer.failed}`) } : null}
      page={answer?.page ?? null}
      ready={t('checkout.ready')}
      continueLabel={t('checkout.goOn')}
    >
      <CheckoutForm amount={answer?.amount ?? amount} orderId={orderId} />
    </OutsidePage>
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
