import { Form, useSubmit } from '@remix-run/react';
import { useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { PRESET_TITLE_MAX } from '#app/contracts/presets/preset.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { OptionFields } from '#app/ui/options/OptionFields.tsx';
import { NEW_PRESET, PRESETS_PATH, type ModelChoice, type PresetForm } from './presets-data.ts';

interface PresetPageProps {
  preset: PresetForm;
  choices: ModelChoice[];
}

/** Form of one preset: its name, its model, and the options of the model. */
export function PresetPage({ preset, choices }: PresetPageProps) {
  const { t } = useTranslation('presets');
  const hydrated = useHydrated();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const { presetId, title, endpoint, model, choice, answeredBy, isDefault, values, typed, carried } = preset;
  const { error, wrong } = preset;
  const isGone = choice !== '' && !choices.some(({ id }) => id === choice);
  const path = `${PRESETS_PATH}/${presetId ?? NEW_PRESET}`;
  const showModel = () => {
    const typedNow = new FormData(form.current!);
    typedNow.set('act', 'model');
    submit(typedNow, { method: 'post', action: path, preventScrollReset: true });
  };
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to={PRESETS_PATH}>{t('back')}</TextLink>
        <h1 className="text-xl font-semibold">{presetId === null ? t('new') : t('edit.title')}</h1>
      </div>
      {error && <Banner tone="bad">{error}</Banner>}
      <Card>
        <Form ref={form} method="post" action={path} className="flex flex-col gap-4">
          {/* Enter in a field saves. */}
          <button type="submit" name="act" value="save" className="sr-only" tabIndex={-1} aria-hidden />
          <Field label={t('name')} error={wrong?.title}>
            {(control) => (
              <TextInput
                {...control}
                name="title"
                defaultValue={title}
                placeholder={t('defaultTitle')}
                maxLength={PRESET_TITLE_MAX}
                autoComplete="off"
              />
            )}
          </Field>
          <Field label={t('model')} help={t('modelHelp')} error={wrong?.model}>
            {(control) => (
              <span className="flex gap-2">
                <Select
                  {...control}
                  name="model"
                  defaultValue={choice}
                  onChange={hydrated ? showModel : undefined}
                >
                  <option value="">{t('anyModel')}</option>
                  {isGone && <option value={choice}>{model}</option>}
                  {choices.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
                {!hydrated && (
                  <Button name="act" value="model" formNoValidate>
                    {t('showOptions')}
                  </Button>
                )}
              </span>
            )}
          </Field>
          <div key={choice} className="@container flex flex-col gap-4">
            <OptionFields
              fields={fieldsOf(factsOf(endpoint) ?? ANY_ENDPOINT, answeredBy)}
              values={values}
              typed={typed}
              refused={[]}
              onChange={() => undefined}
            />
          </div>
          {carried.length > 0 && (
            <p className="text-sm text-text-muted">
              {t('carried')} <bdi dir="ltr">{carried.join(', ')}</bdi>
            </p>
          )}
          <label className="flex items-center gap-2">
            <input type="checkbox" name="isDefault" value="1" defaultChecked={isDefault} className="size-4" />
            {t('default.check')}
          </label>
          <Button variant="primary" name="act" value="save" className="self-start">
            {t('save')}
          </Button>
        </Form>
      </Card>
    </PageColumn>
  );
}
