import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { OperatorPage } from '../frame/OperatorPage.tsx';
import { OPERATOR_PATHS, withQuery } from '../operator-paths.ts';
import { NextPage } from '../table/NextPage.tsx';
import { AUDIT_PERSON_MAX, type AuditData } from './audit-data.ts';
import { AuditTable } from './AuditTable.tsx';

const { audit: PATH } = OPERATOR_PATHS;

/** Audit page: actions on accounts, payments, catalogue and jobs, filtered by person or kind. */
export function AuditPage({ person, action, isUnknown, isLater, actions, entries, nextBefore }: AuditData) {
  const { t, i18n } = useTranslation('admin');
  const query = { person, act: action };
  return (
    <OperatorPage title={t('nav.audit')} lead={t('audit.lead')}>
      <Form
        key={`${person} ${action}`}
        action={PATH}
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,20rem)_minmax(0,14rem)_auto] sm:justify-start"
      >
        <Field label={t('audit.person')}>
          {(control) => (
            <TextInput
              {...control}
              name="person"
              // The placeholder mixes two text directions.
              dir={i18n.dir()}
              placeholder={t('audit.personHint')}
              defaultValue={person}
              maxLength={AUDIT_PERSON_MAX}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={t('audit.act')}>
          {(control) => (
            <Select {...control} name="act" defaultValue={action}>
              <option value="">{t('audit.any')}</option>
              {actions.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button>{t('audit.show')}</Button>
      </Form>
      <AuditTable entries={entries} empty={isUnknown ? t('audit.unknown') : t('audit.empty')} />
      <NextPage
        first={isLater ? withQuery(PATH, query) : null}
        next={nextBefore && withQuery(PATH, { ...query, before: nextBefore })}
      />
    </OperatorPage>
  );
}
