import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { AMOUNTS, type CalculatorData } from './detail-data.ts';
import type { DetailView } from './detail-query.ts';

/** The cost of a call: a form that reloads the page with the amounts in its address. */
export function Calculator({ calculator, view }: { calculator: CalculatorData; view: DetailView }) {
  const { t, i18n } = useTranslation('models');
  const { fields, resolutions, resolution, costs } = calculator;
  const max = (name: keyof typeof AMOUNTS) => numberFormat(i18n.language).format(AMOUNTS[name]);
  return (
    <Card title={t('calculator.title')}>
      <Form preventScrollReset className="flex flex-col gap-4">
        {view.section && <input type="hidden" name="tab" value={view.section} />}
        <div className="grid gap-4 sm:grid-cols-3">
          {fields.map(({ name, typed, isWrong }) => (
            <Field
              key={name}
              label={t(`calculator.${name}`)}
              error={isWrong && t('calculator.wrong', { max: max(name) })}
            >
              {(control) => (
                <TextInput
                  {...control}
                  name={name}
                  defaultValue={typed}
                  inputMode="numeric"
                  dir="ltr"
                  autoComplete="off"
                  className="font-mono"
                />
              )}
            </Field>
          ))}
          {resolutions.length > 0 && (
            <Field label={t('calculator.resolution')}>
              {(control) => (
                <Select {...control} name="resolution" defaultValue={resolution ?? undefined}>
                  {resolutions.map((one) => (
                    <option key={one} value={one}>
                      {one}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
        </div>
        <Button className="self-start">{t('calculator.button')}</Button>
      </Form>
      {costs.length > 0 && (
        <dl className="mt-4 flex flex-col gap-1 border-t border-line pt-4">
          {costs.map(({ offerId, name, micro }) => (
            <div key={offerId} className="flex justify-between gap-4">
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd className="font-mono tabular-nums">
                {micro === null ? (
                  <span className="font-sans text-text-muted">{t('calculator.unpriced')}</span>
                ) : (
                  <data value={micro}>{formatExactly(BigInt(micro))}</data>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
