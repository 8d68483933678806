import type { SubmissionResult } from '@conform-to/react';
import { useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import {
  ENDPOINT_NAME_MAX,
  ENDPOINT_URL_MAX,
  WEBHOOK_EVENTS,
  type EndpointView,
} from '#app/contracts/webhooks/endpoint.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { NewSecret } from '#app/ui/components/NewSecret.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { FieldError } from '#app/ui/components/form/FieldError.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { answeredField, answeredList } from '#app/ui/components/form/answered-field.ts';
import type { ShownSecretValue } from './webhooks-page.ts';

interface EndpointFieldsProps {
  /** The current values of the endpoint; absent for a new one. */
  values?: Pick<EndpointView, 'name' | 'url' | 'events'>;
  /** The rejected form, whose values take precedence. */
  refused: SubmissionResult | undefined;
}

const TONES = { on: 'good', off: 'neutral', failing: 'bad' } as const;

/** Name, address and events of an endpoint. */
export function EndpointFields({ values, refused }: EndpointFieldsProps) {
  const { t } = useTranslation('webhooks');
  const errorId = useId();
  const field = (name: 'name' | 'url') =>
    refused ? answeredField(refused, name) : { typed: values?.[name], error: undefined };
  const chosen: readonly string[] = refused
    ? answeredList(refused, 'events')
    : (values?.events ?? WEBHOOK_EVENTS);
  const eventsError = refused?.error?.events?.[0];
  return (
    <>
      <Field label={t('name')} error={field('name').error}>
        {(control) => (
          <TextInput
            {...control}
            name="name"
            defaultValue={field('name').typed}
            required
            maxLength={ENDPOINT_NAME_MAX}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={t('url')} help={t('urlHelp')} error={field('url').error}>
        {(control) => (
          <TextInput
            {...control}
            name="url"
            inputMode="url"
            dir="ltr"
            defaultValue={field('url').typed}
            required
            maxLength={ENDPOINT_URL_MAX}
            autoComplete="off"
          />
        )}
      </Field>
      <fieldset aria-describedby={eventsError ? errorId : undefined}>
        <legend className="mb-1 font-medium">{t('events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className="control flex items-center gap-2.5">
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={chosen.includes(event)}
              className="accent-accent"
            />
            <code dir="ltr" className="font-mono">
              {event}
            </code>
          </label>
        ))}
        {eventsError && (
          <FieldError id={errorId} className="mt-1.5">
            {eventsError}
          </FieldError>
        )}
      </fieldset>
    </>
  );
}

/** Whether events are sent to an endpoint. */
export function EndpointState({ state }: Pick<EndpointView, 'state'>) {
  const { t } = useTranslation('webhooks');
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}

/** A new secret, to be copied: it is not shown again. */
export function ShownSecret({ shown: { secret, how } }: { shown: ShownSecretValue }) {
  const { t } = useTranslation('webhooks');
  return (
    <NewSecret
      title={how === 'rolled' ? t('shown.rolled') : t('shown.created')}
      value={secret}
      copyLabel={t('shown.copy')}
    >
      {t('shown.once')}
    </NewSecret>
  );
}
