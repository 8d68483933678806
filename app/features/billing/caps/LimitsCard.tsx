import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatCents, formatExactly } from '#app/contracts/money.ts';
import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { DollarInput } from '#app/ui/components/form/DollarInput.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { TriangleAlert } from '#app/ui/icons/lucide.ts';
import { LIMIT_FIELDS, type CapUse, type LimitField, type LimitsAnswer, type LimitsData } from './limits.ts';

interface LimitsCardProps {
  limits: LimitsData;
  answer?: LimitsAnswer | undefined;
  /** True when the page already has the title. */
  isUntitled?: boolean;
}

/** Steps of the bar: more than its pixels. */
const WHOLE = 1000n;

interface LimitsFormProps extends Pick<LimitsData, 'values' | 'mail'> {
  answer?: LimitsAnswer | undefined;
}

/** The user's own spending caps with their use, and the balance below which a mail is sent. */
export function LimitsCard({ limits: { uses, lowMicro, ...form }, answer, isUntitled }: LimitsCardProps) {
  const { t } = useTranslation('limits');
  return (
    <Card title={isUntitled ? undefined : t('title')}>
      <div className="flex flex-col gap-5">
        <p className="text-text-muted">{t('lead')}</p>
        {lowMicro !== null && (
          <p className="flex items-start gap-2 text-warn">
            <span className="mt-0.5">
              <Icon of={TriangleAlert} />
            </span>
            {t('low', { below: formatCents(BigInt(lowMicro)) })}
          </p>
        )}
        {uses.length > 0 && (
          <ul className="flex flex-col gap-4">
            {uses.map((use) => (
              <CapBar key={use.window} use={use} />
            ))}
          </ul>
        )}
        <LimitsForm {...form} answer={answer} />
      </div>
    </Card>
  );
}

/** Use of a cap, in figures and as a slim bar whose end is the reserved part. */
function CapBar({ use: { window, capMicro, usedMicro, heldMicro, resetsAt } }: { use: CapUse }) {
  const { t } = useTranslation('limits');
  const [cap, used, held] = [BigInt(capMicro), BigInt(usedMicro), BigInt(heldMicro)];
  const share = (micro: bigint) => Number(((micro < cap ? micro : cap) * WHOLE) / cap);
  const isFull = used >= cap;
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        <span className="font-medium">
          {t(`used.${window}`, { used: formatExactly(used), cap: formatExactly(cap) })}
        </span>
        <span className="text-sm text-text-muted">
          {held > 0n && <>{t('held', { held: formatExactly(held) })} · </>}
          {t('resets')} <DateTime at={resetsAt} />
        </span>
      </p>
      <svg
        aria-hidden
        viewBox={`0 0 ${WHOLE} 6`}
        preserveAspectRatio="none"
        className="h-1.5 w-full rounded-full bg-surface-sunken rtl:-scale-x-100"
      >
        <rect
          width={share(used)}
          height="6"
          className={isFull ? 'fill-warn' : 'fill-accent'}
          opacity="0.45"
        />
        <rect width={share(used - held)} height="6" className={isFull ? 'fill-warn' : 'fill-accent'} />
      </svg>
    </li>
  );
}

/** Form for the caps and the mail threshold, in dollars; an empty field means no limit. */
function LimitsForm({ values, mail, answer }: LimitsFormProps) {
  const { t } = useTranslation(['limits', 'common']);
  const { formAction, state } = useNavigation();
  const fieldOf = (name: LimitField) =>
    answer ? answeredField(answer.refused, name) : { typed: values[name], error: undefined };
  return (
    // Remounted after its values were saved: fields keep the text typed in them.
    <Form
      key={JSON.stringify(values)}
      method="post"
      action={LIMITS_PATH}
      className="flex flex-col gap-4"
      noValidate
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {LIMIT_FIELDS.map((name) => {
          const { typed, error } = fieldOf(name);
          return (
            <Field
              key={name}
              label={t(name)}
              help={name === 'below' ? t(`belowHelp.${mail}`) : undefined}
              error={error}
            >
              {(control) => <DollarInput {...control} name={name} defaultValue={typed} />}
            </Field>
          );
        })}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-text-muted">{t('rules')}</p>
        <Button busy={state !== 'idle' && formAction === LIMITS_PATH}>{t('common:save')}</Button>
      </div>
    </Form>
  );
}
