import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ENDPOINTS_MAX, type EndpointView } from '#app/contracts/webhooks/endpoint.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Webhook } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { EndpointFields, EndpointState, ShownSecret } from './EndpointParts.tsx';
import { WEBHOOKS_CHAPTER, WEBHOOKS_PATH, type WebhooksAnswer } from './webhooks-page.ts';

interface WebhooksPageProps {
  endpoints: EndpointView[];
  createRef: string;
  answer: WebhooksAnswer | undefined;
}

/** The webhook endpoints of a user, which are notified when a job ends. */
export function WebhooksPage({ endpoints, createRef, answer }: WebhooksPageProps) {
  const { t } = useTranslation(['webhooks', 'keys']);
  const busy = useNavigation().state !== 'idle';
  const shown = answer?.shown;
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to="/keys">{t('keys:title')}</TextLink>
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="text-text-muted">
          {t('lead')} <TextLink to={WEBHOOKS_CHAPTER}>{t('docs')}</TextLink>
        </p>
      </div>
      {answer?.error && <Banner tone="bad">{answer.error}</Banner>}
      {shown && <ShownSecret shown={shown} />}
      {endpoints.length < ENDPOINTS_MAX ? (
        <Card title={t('new.heading')}>
          <Form
            key={shown?.endpointId ?? ''}
            method="post"
            action={WEBHOOKS_PATH}
            className="flex flex-col gap-4"
          >
            <input type="hidden" name="createRef" value={createRef} />
            <EndpointFields refused={answer?.refused} />
            <Button variant="primary" busy={busy} className="self-start">
              {t('new.create')}
            </Button>
          </Form>
        </Card>
      ) : (
        <p className="text-text-muted">{t('error.full', { max: ENDPOINTS_MAX })}</p>
      )}
      {endpoints.length === 0 ? (
        <EmptyState icon={Webhook} title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line rounded-card border border-line">
          {endpoints.map(({ id, name, url, state }) => (
            <li
              key={id}
              className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <bdi className="min-w-0 break-words">{name}</bdi>
                  <EndpointState state={state} />
                </p>
                <code dir="ltr" className="block font-mono text-sm break-all text-text-muted">
                  {url}
                </code>
              </div>
              <LinkButton
                to={`${WEBHOOKS_PATH}/${id}`}
                size="small"
                aria-label={t('open.named', { name })}
                className="shrink-0 self-start sm:self-center"
              >
                {t('open.button')}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </PageColumn>
  );
}
