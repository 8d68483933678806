import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import {
  SHARE_DAYS,
  SHARE_LEVELS,
  SHARE_PASSWORD_MAX,
  SHARE_PASSWORD_MIN,
  SHARE_SCOPES,
  SHARE_TITLE_MAX,
} from '#app/contracts/shares/share.ts';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { PasswordInput } from '#app/ui/components/form/PasswordInput.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import type { OwnShare } from './owner-data.ts';

/** The initial values of a form: those of a link, or of a new one. */
type Initial = Pick<OwnShare, 'title' | 'level' | 'hasPassword' | 'showsTitleInCard' | 'expiresAt'>;

interface AccessFieldsProps {
  initial: Initial;
  /** The link exists: its expiry and its password can stay as they are. */
  isSaved?: boolean;
  refused: SubmissionResult | undefined;
}

/** Title, access, expiry and password of a link. */
export function AccessFields({ initial, isSaved = false, refused }: AccessFieldsProps) {
  const { t } = useTranslation('shares');
  const field = fieldsOf(refused);
  const canStay = isSaved && initial.expiresAt !== null;
  return (
    <>
      <Field label={t('form.title')} error={field('title').error}>
        {(control) => (
          <TextInput
            {...control}
            name="title"
            defaultValue={field('title').typed ?? initial.title}
            required
            maxLength={SHARE_TITLE_MAX}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('form.level.label')}>
          {(control) => (
            <Select {...control} name="level" defaultValue={field('level').typed ?? initial.level}>
              {SHARE_LEVELS.map((level) => (
                <option key={level} value={level}>
                  {t(`form.level.${level}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('form.days.label')}>
          {(control) => (
            <Select
              {...control}
              name="days"
              defaultValue={field('days').typed ?? (canStay ? 'keep' : 'never')}
            >
              {canStay && <option value="keep">{t('form.days.keep')}</option>}
              {SHARE_DAYS.map((count) => (
                <option key={count} value={count}>
                  {t('form.days.after', { count })}
                </option>
              ))}
              <option value="never">{t('form.days.never')}</option>
            </Select>
          )}
        </Field>
      </div>
      <Field
        label={t(initial.hasPassword ? 'form.password.new' : 'form.password.label')}
        help={
          initial.hasPassword
            ? t('form.password.newHelp')
            : t('form.password.help', { min: SHARE_PASSWORD_MIN })
        }
        error={field('password').error}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            defaultValue={field('password').typed}
            minLength={SHARE_PASSWORD_MIN}
            maxLength={SHARE_PASSWORD_MAX}
            autoComplete="new-password"
          />
        )}
      </Field>
      {initial.hasPassword && (
        <Tick name="removePassword" isOn={field('removePassword').typed === '1'}>
          {t('form.password.remove')}
        </Tick>
      )}
    </>
  );
}

interface ContentFieldsProps {
  /** The name that can be shown; null for none. */
  name: string | null;
  refused: SubmissionResult | undefined;
}

/** The parts of the chat that a new link shows. */
export function ContentFields({ name, refused }: ContentFieldsProps) {
  const { t } = useTranslation('shares');
  const field = fieldsOf(refused);
  const isOn = (part: string, byDefault = false) => (refused ? field(part).typed === '1' : byDefault);
  return (
    <>
      <Field label={t('form.scope.label')} error={field('scope').error}>
        {(control) => (
          <Select {...control} name="scope" defaultValue={field('scope').typed ?? 'branch'}>
            {SHARE_SCOPES.map((scope) => (
              <option key={scope} value={scope}>
                {t(`form.scope.${scope}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <fieldset>
        <legend className="mb-1 font-medium">{t('form.include.label')}</legend>
        <div className="grid sm:grid-cols-2">
          <Tick name="files" isOn={isOn('files', true)}>
            {t('form.include.files')}
          </Tick>
          <Tick name="thinking" isOn={isOn('thinking')}>
            {t('form.include.thinking')}
          </Tick>
          <Tick name="prompt" isOn={isOn('prompt')}>
            {t('form.include.prompt')}
          </Tick>
          {name !== null && (
            <Tick name="name" isOn={isOn('name')}>
              {t('form.include.name', { name })}
            </Tick>
          )}
        </div>
      </fieldset>
    </>
  );
}

/** Allows previews of the link to show the title. */
export function CardField({ isOn, refused }: { isOn: boolean; refused: SubmissionResult | undefined }) {
  const { t } = useTranslation('shares');
  return (
    <Tick name="card" isOn={refused ? fieldsOf(refused)('card').typed === '1' : isOn}>
      {t('form.card')}
    </Tick>
  );
}

function Tick({ name, isOn, children }: { name: string; isOn: boolean; children: ReactNode }) {
  return (
    <label className="control flex w-fit items-center gap-2">
      <input
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={isOn}
        className="size-4 shrink-0 accent-accent"
      />
      {children}
    </label>
  );
}

/** The typed value and the error of a field of a refused form; without one both are undefined. */
function fieldsOf(refused: SubmissionResult | undefined) {
  return (name: string): { typed: string | undefined; error: string | undefined } =>
    refused ? answeredField(refused, name) : { typed: undefined, error: undefined };
}
