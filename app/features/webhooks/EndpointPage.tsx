import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { OLD_SECRET_HOURS, type DeliveryView, type EndpointView } from '#app/contracts/webhooks/endpoint.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmForm } from '#app/ui/components/button/ConfirmForm.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { DeliveryList } from './DeliveryList.tsx';
import { EndpointFields, EndpointState, ShownSecret } from './EndpointParts.tsx';
import { WEBHOOKS_PATH, type WebhooksAnswer } from './webhooks-page.ts';

interface EndpointPageProps {
  endpoint: EndpointView;
  deliveries: DeliveryView[];
  answer: WebhooksAnswer | undefined;
}

const LINE = 'flex flex-wrap items-center justify-between gap-4';

/** One endpoint: its deliveries, address and secret, and the forms to pause and delete it. */
export function EndpointPage({ endpoint, deliveries, answer }: EndpointPageProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const busy = useNavigation().state !== 'idle';
  const { id, name, state, failingSince } = endpoint;
  const action = `${WEBHOOKS_PATH}/${id}`;
  const isOn = state === 'on';
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to={WEBHOOKS_PATH}>{t('back')}</TextLink>
        <h1 className="flex flex-wrap items-center gap-3 text-xl font-semibold">
          <bdi className="min-w-0 break-words">{name}</bdi>
          <EndpointState state={state} />
        </h1>
      </div>
      {answer?.shown && <ShownSecret shown={answer.shown} />}
      {state === 'failing' && (
        <Banner tone="bad" title={t('failing.title')}>
          <p>{t('failing.text')}</p>
          {failingSince !== null && (
            <p>
              {t('failing.since')} <DateTime at={failingSince} />
            </p>
          )}
        </Banner>
      )}
      <Card title={t('deliveries.heading')}>
        <div className="flex flex-col gap-4">
          {isOn && (
            <Form method="post" action={action} preventScrollReset className={LINE}>
              <p className="text-text-muted">{t('test.text')}</p>
              <Button name="act" value="test" className="shrink-0">
                {t('test.button')}
              </Button>
            </Form>
          )}
          <DeliveryList deliveries={deliveries} action={action} />
        </div>
      </Card>
      <Card title={t('edit.heading')}>
        <Form method="post" action={action} className="flex flex-col gap-4">
          <EndpointFields values={endpoint} refused={answer?.refused} />
          <Button variant="primary" name="act" value="save" busy={busy} className="self-start">
            {t('common:save')}
          </Button>
        </Form>
      </Card>
      <Card title={t('roll.heading')}>
        <Form method="post" action={action} className={LINE}>
          <p className="text-text-muted">{t('roll.text', { count: OLD_SECRET_HOURS })}</p>
          <Button name="act" value="roll" className="shrink-0">
            {t('roll.button')}
          </Button>
        </Form>
      </Card>
      <Card title={t('pause.heading')}>
        <Form method="post" action={action} className={LINE}>
          <p className="text-text-muted">{isOn ? t('pause.on') : t('pause.off')}</p>
          <Button name="act" value={isOn ? 'off' : 'on'} className="shrink-0">
            {isOn ? t('pause.stop') : t('pause.start')}
          </Button>
        </Form>
      </Card>
      <Card title={t('delete.heading')}>
        <div className={LINE}>
          <p className="text-text-muted">{t('delete.help')}</p>
          <ConfirmForm
            action={action}
            act="delete"
            button={t('delete.button')}
            title={t('delete.title')}
            text={t('delete.text', { name })}
            confirm={t('delete.confirm')}
          />
        </div>
      </Card>
    </PageColumn>
  );
}
