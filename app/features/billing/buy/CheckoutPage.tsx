import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { OutsidePage } from '../OutsidePage.tsx';
import { BALANCE_PATH } from '../balance-page.ts';
import { useTypedAmount } from './AmountField.tsx';
import { PayForm } from './PayForm.tsx';
import { PaymentTerms } from './PaymentTerms.tsx';
import type { CheckoutAnswer, PayChoices } from './buy-data.ts';

interface CheckoutPageProps {
  choices: PayChoices;
  answer: CheckoutAnswer | undefined;
}

/** Intermediate page of a payment: a redirect to the page that takes it, or the form again with its error. */
export function CheckoutPage({ choices, answer }: CheckoutPageProps) {
  const { t } = useTranslation(['purchases', 'billing']);
  const sent = answer ? { amount: answer.amount, method: answer.method } : {};
  return (
    <OutsidePage
      title={t('add.title')}
      back={{ to: BALANCE_PATH, name: t('billing:title') }}
      failed={answer?.failed ? { title: t('checkout.failed'), text: t(`checkout.${answer.failed}`) } : null}
      page={answer?.page ?? null}
      ready={t('checkout.ready')}
      continueLabel={t('checkout.goOn')}
    >
      <CheckoutForm choices={{ ...choices, ...sent }} />
    </OutsidePage>
  );
}

function CheckoutForm({ choices }: { choices: PayChoices }) {
  return (
    <Card>
      <PayForm choices={choices} typing={useTypedAmount(choices.amount)} />
      <PaymentTerms ways={choices.ways} className="mt-4" />
    </Card>
  );
}
