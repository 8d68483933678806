import { Form, useNavigate } from '@remix-run/react';
import { useId, useRef, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { MODALITIES } from '#app/contracts/models.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { SlidersHorizontal } from '#app/ui/icons/lucide.ts';
import { clearedHref } from './FilterChips.tsx';
import { HiddenFields } from './HiddenFields.tsx';
import {
  CONTEXT_NAMES,
  FILTER_CAPABILITIES,
  listHref,
  MODELS_PATH,
  NO_FILTERS,
  ORDER_NAMES,
  PRICE_NAMES,
  readListQuery,
} from './list-query.ts';
import type { ModelsData } from './models-data.ts';

/** Modalities of the filter; the others are available only through the API. */
const OFFERED = MODALITIES.filter((modality) => modality !== 'text-to-embedding');

/**
 * Sort order and filters: a form in a native popover, so that it works without scripts. With scripts the
 * address has no empty fields.
 */
export function FilterPanel({ query, makers }: Pick<ModelsData, 'query' | 'makers'>) {
  const { t } = useTranslation('models');
  const navigate = useNavigate();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const close = () => panel.current?.hidePopover?.();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    close();
    navigate(listHref(readListQuery(new URLSearchParams(fields))), { preventScrollReset: true });
  };
  return (
    <span className="anchor-host inline-flex">
      <button type="button" popovertarget={id} className={buttonClasses({ variant: 'quiet' })}>
        <Icon of={SlidersHorizontal} />
        {t('filter.label')}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="my-1 max-h-[max(20rem,calc(100dvh-17rem))] w-[40rem] max-w-[calc(100vw-2rem)] floating floating-end overflow-y-auto rounded-card border border-line bg-surface-raised text-base text-text shadow-float"
      >
        {/* The key contains the query, so that the fields follow it. */}
        <Form key={listHref(query)} action={MODELS_PATH} onSubmit={apply}>
          <HiddenFields query={{ ...query, ...NO_FILTERS, order: 'featured', cursor: undefined }} />
          <div className="flex flex-col gap-5 p-4">
            <div className="grid gap-4 sm:grid-cols-3">
              <Field label={t('filter.sort')}>
                {(control) => (
                  <Select {...control} name="sort" defaultValue={query.order}>
                    {ORDER_NAMES.map((order) => (
                      <option key={order} value={order}>
                        {t(`sort.${order}`)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field label={t('filter.price')}>
                {(control) => (
                  <Select {...control} name="price" defaultValue={query.price ?? ''}>
                    <option value="">{t('filter.any')}</option>
                    {PRICE_NAMES.map((price) => (
                      <option key={price} value={price}>
                        {t(`limit.${price}`)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field label={t('filter.context')}>
                {(control) => (
                  <Select {...control} name="context" defaultValue={query.context ?? ''}>
                    <option value="">{t('filter.any')}</option>
                    {CONTEXT_NAMES.map((context) => (
                      <option key={context} value={context}>
                        {t(`limit.${context}`)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
            <Choices legend={t('filter.capability')}>
              {FILTER_CAPABILITIES.map((one) => (
                <Choice key={one} name="capability" value={one} isOn={query.capabilities.includes(one)}>
                  {t(`capability.${one}`)}
                </Choice>
              ))}
            </Choices>
            <Choices legend={t('filter.maker')}>
              {makers.map((maker) => (
                <Choice key={maker.id} name="maker" value={maker.id} isOn={query.makers.includes(maker.id)}>
                  <bdi>{maker.name}</bdi>
                </Choice>
              ))}
            </Choices>
            <Choices legend={t('filter.modality')}>
              {OFFERED.map((one) => (
                <Choice key={one} name="modality" value={one} isOn={query.modalities.includes(one)}>
                  {t(`modality.${one}`)}
                </Choice>
              ))}
            </Choices>
          </div>
          <div className="sticky bottom-0 flex justify-end gap-2 border-t border-line bg-surface-raised p-3">
            <LinkButton to={clearedHref(query)} variant="plain" preventScrollReset onClick={close}>
              {t('filter.clear')}
            </LinkButton>
            <Button variant="primary">{t('filter.apply')}</Button>
          </div>
        </Form>
      </div>
    </span>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">{children}</div>
    </fieldset>
  );
}

interface ChoiceProps {
  name: 'capability' | 'maker' | 'modality';
  value: string;
  isOn: boolean;
  children: ReactNode;
}

function Choice({ name, value, isOn, children }: ChoiceProps) {
  return (
    <label className="flex control cursor-pointer items-center gap-2">
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} className="size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
