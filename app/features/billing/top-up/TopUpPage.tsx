import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatCents } from '#app/contracts/money.ts';
import { TOP_UP_CARD_PATH, TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { BALANCE_PATH } from '#app/features/billing/balance-page.ts';
import { PURCHASES_PATH } from '#app/features/billing/purchases/purchases-data.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { CardName, TopUpBadge, TopUpNext, TopUpNotice } from './TopUpStatus.tsx';
import {
  TOP_UP_FIELDS,
  type TopUpAnswer,
  type TopUpData,
  type TopUpField,
  type TopUpLine,
} from './top-up-data.ts';

const TONES = { open: 'accent', paid: 'good', failed: 'bad' } as const;

/** Auto top-up page: its state, the card, the amounts, and past top-ups. */
export function TopUpPage({ topUp, answer }: { topUp: TopUpData; answer: TopUpAnswer | undefined }) {
  const { t } = useTranslation(['topup', 'billing']);
  return (
    <PageColumn width="table">
      <div className="flex flex-col gap-1">
        <TextLink to={BALANCE_PATH} className="self-start text-sm">
          {t('billing:title')}
        </TextLink>
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold">
          {t('title')}
          <TopUpBadge topUp={topUp} />
        </h1>
      </div>
      <TopUpNotice topUp={topUp} />
      <TopUpNext topUp={topUp} />
      <SavedCard card={topUp.card} />
      {topUp.card && (
        <Card title={t('amounts')}>
          <TopUpForm topUp={topUp} answer={answer} />
        </Card>
      )}
      {topUp.lines.length > 0 && <TopUpHistory lines={topUp.lines} />}
    </PageColumn>
  );
}

/**
 * The card that is charged: save, replace or remove it. Its number is typed only on a page of the payment
 * service.
 */
function SavedCard({ card }: { card: TopUpData['card'] }) {
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

/** The last top-ups, newest first; receipts of paid ones are among the purchases. */
function TopUpHistory({ lines }: { lines: readonly TopUpLine[] }) {
  const { t } = useTranslation('topup');
  return (
    <section aria-labelledby="top-ups" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="top-ups" className="text-md font-semibold">
          {t('history')}
        </h2>
        <TextLink to={PURCHASES_PATH}>{t('receipts')}</TextLink>
      </div>
      <ul className="overflow-hidden rounded-card border border-line">
        {lines.map(({ id, at, amountMicro, state, problem }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0"
          >
            <DateTime at={at} />
            <Badge tone={TONES[state]}>{t(`line.${state}`)}</Badge>
            {problem && <span className="text-sm text-text-muted">{t(`why.${problem}`)}</span>}
            <bdi className="ms-auto tabular-nums">{formatCents(BigInt(amountMicro))}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Form for the threshold, the amount and the monthly maximum, in dollars; turns auto top-up on with them, or
 * off.
 */
function TopUpForm({
  topUp: { isOn, values },
  answer,
}: {
  topUp: TopUpData;
  answer: TopUpAnswer | undefined;
}) {
  const { t } = useTranslation(['topup', 'common']);
  const { formAction, formData } = useNavigation();
  const fieldOf = (name: TopUpField) =>
    answer ? answeredField(answer.refused, name) : { typed: values[name], error: undefined };
  const isSent = (act: string) => formAction === TOP_UP_PATH && formData?.get('act') === act;
  return (
    // Remounted after its values were saved: fields keep the text typed in them.
    <Form
      key={JSON.stringify(values)}
      method="post"
      action={TOP_UP_PATH}
      className="flex flex-col gap-4"
      noValidate
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {TOP_UP_FIELDS.map((name) => {
          const { typed, error } = fieldOf(name);
          return (
            <Field key={name} label={t(`field.${name}`)} help={t(`help.${name}`)} error={error}>
              {(control) => <DollarInput {...control} name={name} defaultValue={typed} />}
            </Field>
          );
        })}
      </div>
      <p className="text-sm text-text-muted">{t('rules')}</p>
      <div className="flex flex-wrap gap-3">
        <Button name="act" value="save" variant="primary" busy={isSent('save')}>
          {isOn ? t('common:save') : t('turnOn')}
        </Button>
        {isOn && (
          <Button name="act" value="off" busy={isSent('off')}>
            {t('turnOff')}
          </Button>
        )}
      </div>
    </Form>
  );
}
