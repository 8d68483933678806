import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import {
  TEMPLATE_TEXT_MAX,
  TEMPLATE_TITLE_MAX,
  VALUE_MAX,
  type PromptTemplate,
} from '#app/contracts/prompts/template.ts';
import { variablesOf } from '#app/contracts/prompts/variables.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { NEW_PROMPT, PROMPTS_PATH, variableField, type PromptAnswer } from './prompts-data.ts';

interface PromptPageProps {
  /** Null for a new one. */
  prompt: PromptTemplate | null;
  answer: PromptAnswer | undefined;
}

/** Page of one template: a form to fill in its variables, and its text if the reader owns it. */
export function PromptPage({ prompt, answer }: PromptPageProps) {
  const { t } = useTranslation('prompts');
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to={PROMPTS_PATH}>{t('back')}</TextLink>
        <h1 className="text-xl font-semibold">
          <bdi>{prompt?.title ?? t('new')}</bdi>
        </h1>
      </div>
      {answer?.error && <Banner tone="bad">{answer.error}</Banner>}
      {prompt && <UseForm prompt={prompt} />}
      {(!prompt || prompt.isOwn) && <EditForm prompt={prompt} answer={answer} />}
    </PageColumn>
  );
}

/** Text of the template with a field for each variable, and a button that starts a conversation. */
function UseForm({ prompt: { promptId, text } }: { prompt: PromptTemplate }) {
  const { t } = useTranslation('prompts');
  const variables = variablesOf(text);
  return (
    <Card>
      <Form method="post" action={`${PROMPTS_PATH}/${promptId}`} className="flex flex-col gap-4">
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {text}
        </p>
        {variables.length > 0 && (
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 font-medium">{t('fillIn')}</legend>
            <p className="text-sm text-text-muted">{t('fillInHelp')}</p>
            {variables.map((name, place) => (
              <Field key={name} label={<bdi>{name}</bdi>}>
                {(control) => (
                  <TextArea {...control} name={variableField(place)} rows={1} maxLength={VALUE_MAX} />
                )}
              </Field>
            ))}
          </fieldset>
        )}
        <Button variant="primary" name="act" value="use" className="self-start">
          {t('use')}
        </Button>
      </Form>
    </Card>
  );
}

function EditForm({ prompt, answer }: PromptPageProps) {
  const { t } = useTranslation('prompts');
  const field = (name: 'title' | 'text') =>
    answer?.refused ? answeredField(answer.refused, name) : { typed: prompt?.[name], error: undefined };
  return (
    <Card title={prompt && t('edit')}>
      <Form
        method="post"
        action={`${PROMPTS_PATH}/${prompt?.promptId ?? NEW_PROMPT}`}
        className="flex flex-col gap-4"
      >
        <Field label={t('name')} error={field('title').error}>
          {(control) => (
            <TextInput
              {...control}
              name="title"
              defaultValue={field('title').typed}
              required
              maxLength={TEMPLATE_TITLE_MAX}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={t('text')} help={t('textHelp', { example: '{{name}}' })} error={field('text').error}>
          {(control) => (
            <TextArea
              {...control}
              name="text"
              defaultValue={field('text').typed}
              required
              rows={5}
              maxLength={TEMPLATE_TEXT_MAX}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button variant={prompt ? 'quiet' : 'primary'} name="act" value="save">
            {t('save')}
          </Button>
          {prompt && (
            <ConfirmButton name="act" value="delete" formNoValidate confirm={t('delete.confirm')}>
              {t('delete.button')}
            </ConfirmButton>
          )}
        </div>
      </Form>
    </Card>
  );
}
