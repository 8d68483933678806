import { Form, useNavigation } from '@remix-run/react';
import { FOLDER_NAME_MAX } from '#app/contracts/folders.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { answeredField } from '#app/ui/components/form/answered-field.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import type { FolderAnswer } from './folder-data.ts';

interface NameFormProps {
  action: string;
  act: 'create' | 'rename';
  label: string;
  submit: string;
  /** The present name. */
  name?: string;
  answer: FolderAnswer | undefined;
}

/** The name of a folder with a button that creates or renames it. */
export function NameForm({ action, act, label, submit, name = '', answer }: NameFormProps) {
  const isBusy = useNavigation().formData?.get('act') === act;
  const { typed, error } = answer?.refused
    ? answeredField(answer.refused, 'name')
    : { typed: name, error: undefined };
  return (
    <Form method="post" action={action}>
      <Field label={label} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              name="name"
              defaultValue={typed}
              required
              maxLength={FOLDER_NAME_MAX}
              autoComplete="off"
            />
            <Button name="act" value={act} busy={isBusy} className="shrink-0">
              {submit}
            </Button>
          </div>
        )}
      </Field>
    </Form>
  );
}
