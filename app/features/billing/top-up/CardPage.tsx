import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TOP_UP_CARD_PATH, TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { OutsidePage } from '../OutsidePage.tsx';
import type { CardAnswer } from './top-up-data.ts';

/** Intermediate page on the way to the payment service's page on which a card is saved. */
export function CardPage({ answer }: { answer: CardAnswer | undefined }) {
  const { t } = useTranslation('topup');
  const busy = useNavigation().state === 'submitting';
  return (
    <OutsidePage
      title={t('card.save')}
      back={{ to: TOP_UP_PATH, name: t('title') }}
      failed={answer?.failed ? { title: t('card.failed'), text: t(`card.${answer.failed}`) } : null}
      page={answer?.page ?? null}
      ready={t('card.ready')}
      continueLabel={t('card.goOn')}
    >
      <Card>
        <Form method="post" action={TOP_UP_CARD_PATH} className="flex flex-col items-start gap-4">
          <p className="text-text-muted">{t('card.none')}</p>
          <Button variant="primary" busy={busy}>
            {t('card.save')}
          </Button>
        </Form>
      </Card>
    </OutsidePage>
  );
}
