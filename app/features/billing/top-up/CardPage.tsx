import { Form, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { TOP_UP_CARD_PATH, TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import type { CardAnswer } from './top-up-data.ts';

/** On the way to the page of the payment service's on which a card is saved. */
export function CardPage({ answer }: { answer: CardAnswer | undefined }) {
  const { t } = useTranslation('topup');
  const busy = useNavigation().state === 'submitting';
  const page = answer?.page ?? null;
  useEffect(() => {
    if (page !== null) location.assign(page);
  }, [page]);
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <TextLink to={TOP_UP_PATH} className="self-start text-sm">
          {t('title')}
        </TextLink>
        <h1 className="text-xl font-semibold">{t('card.save')}</h1>
      </div>
      {answer?.failed && (
        <Banner tone="bad" title={t('card.failed')}>
          {t(`card.${answer.failed}`)}
        </Banner>
      )}
      <Card>
        {page === null ? (
          <Form method="post" action={TOP_UP_CARD_PATH} className="flex flex-col items-start gap-4">
            <p className="text-text-muted">{t('card.none')}</p>
            <Button variant="primary" busy={busy}>
              {t('card.save')}
            </Button>
          </Form>
        ) : (
          <>
            <p className="mb-4">{t('card.ready')}</p>
            <a href={page} rel="noreferrer" className={buttonClasses({ variant: 'primary' })}>
              {t('card.goOn')}
            </a>
          </>
        )}
      </Card>
    </PageColumn>
  );
}
