import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { TOP_UP_CARD_PATH, TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { CardName } from './CardName.tsx';
import type { TopUpData } from './top-up-data.ts';

/** The card that is charged: saved, replaced and removed. Its number is typed on a page of the payment service's alone. */
export function SavedCard({ card }: { card: TopUpData['card'] }) {
  const { t } = useTranslation('topup');
  const { formAction } = useNavigation();
  return (
    <Card title={t('card.title')}>
      <div className="flex flex-col gap-4">
        {card && (
          <p className="text-md font-medium">
            <CardName card={card} />
          </p>
        )}
        <p className="text-text-muted">{t(card ? 'card.consent' : 'card.none')}</p>
        <div className="flex flex-wrap gap-3">
          <Form method="post" action={TOP_UP_CARD_PATH}>
            <Button variant={card ? 'quiet' : 'primary'} busy={formAction === TOP_UP_CARD_PATH}>
              {t(card ? 'card.replace' : 'card.save')}
            </Button>
          </Form>
          {card && (
            <Form method="post" action={TOP_UP_PATH}>
              <ConfirmButton name="act" value="remove" variant="plain" confirm={t('card.confirm')}>
                {t('card.remove')}
              </ConfirmButton>
            </Form>
          )}
        </div>
      </div>
    </Card>
  );
}
