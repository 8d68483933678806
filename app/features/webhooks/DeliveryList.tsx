import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { DeliveryView } from '#app/contracts/webhooks/endpoint.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';

interface DeliveryListProps {
  /** Newest first. */
  deliveries: DeliveryView[];
  /** The address of the endpoint's forms. */
  action: string;
}

const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;

/** The latest deliveries to an endpoint, and their outcomes. */
export function DeliveryList({ deliveries, action }: DeliveryListProps) {
  const { t } = useTranslation('webhooks');
  if (deliveries.length === 0) return <p className="text-text-muted">{t('deliveries.none')}</p>;
  return (
    <ul aria-label={t('deliveries.heading')} className="divide-y divide-line">
      {deliveries.map((delivery) => (
        <li
          key={delivery.id}
          className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0 sm:flex-row sm:items-center sm:justify-between sm:gap-6"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2">
              <code dir="ltr" className="font-mono">
                {delivery.type}
              </code>
              <Badge tone={TONES[delivery.state]}>{t(`deliveries.${delivery.state}`)}</Badge>
            </p>
            <DeliveryFacts delivery={delivery} />
          </div>
          <Form method="post" action={action} preventScrollReset className="shrink-0">
            <input type="hidden" name="deliveryId" value={delivery.id} />
            <Button
              size="small"
              name="act"
              value="again"
              aria-label={t('deliveries.againNamed', { type: delivery.type, id: delivery.eventId })}
            >
              {t('deliveries.again')}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

/** The id and time of a delivery, the status of its answer, and the time of the next attempt. */
function DeliveryFacts({ delivery }: { delivery: DeliveryView }) {
  const { t } = useTranslation('webhooks');
  const { eventId, createdAt, status, problem, tries, nextAt } = delivery;
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-text-muted">
      <li>
        <code dir="ltr" className="font-mono break-all">
          {eventId}
        </code>
      </li>
      <li>
        <DateTime at={createdAt} show="relative" />
      </li>
      {status !== null && <li>{t('deliveries.answered', { status })}</li>}
      {problem !== null && <li>{t(`problem.${problem}`)}</li>}
      {tries > 1 && <li>{t('deliveries.tries', { count: tries })}</li>}
      {tries > 0 && nextAt !== null && (
        <li>
          {t('deliveries.next')} <DateTime at={nextAt} show="relative" />
        </li>
      )}
    </ul>
  );
}
