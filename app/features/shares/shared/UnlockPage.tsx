import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { SHARE_PASSWORD_MAX, sharePath } from '#app/contracts/shares/share.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Field } from '#app/ui/components/form/Field.tsx';
import { PasswordInput } from '#app/ui/components/form/PasswordInput.tsx';
import type { LockedChat, SharedAnswer } from './shared-data.ts';
import { SharedFrame } from './SharedFrame.tsx';

interface UnlockPageProps {
  chat: LockedChat;
  answer: SharedAnswer | undefined;
}

/** The page of a link with a password: nothing of the chat is shown before it, not even its title. */
export function UnlockPage({ chat: { token, report }, answer }: UnlockPageProps) {
  const { t } = useTranslation('shares');
  const busy = useNavigation().state !== 'idle';
  return (
    <SharedFrame report={report}>
      <div className="mx-auto flex w-full max-w-md grow flex-col justify-center gap-6 px-4 py-8">
        <div className="flex flex-col gap-1.5 text-center">
          <h1 className="text-xl font-semibold">{t('unlock.title')}</h1>
          <p className="text-text-muted">{t('unlock.text')}</p>
        </div>
        <Form
          method="post"
          action={sharePath(token)}
          className="flex flex-col gap-4 rounded-panel border border-line bg-surface-raised p-5 md:p-8"
        >
          <Field label={t('unlock.password')} error={answer?.password}>
            {(control) => (
              <PasswordInput
                {...control}
                name="password"
                required
                maxLength={SHARE_PASSWORD_MAX}
                autoComplete="off"
              />
            )}
          </Field>
          <Button name="act" value="unlock" variant="primary" busy={busy}>
            {t('unlock.open')}
          </Button>
        </Form>
      </div>
    </SharedFrame>
  );
}
