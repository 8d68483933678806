import { useFetcher } from '@remix-run/react';
import { KeyRound } from '#app/ui/icons/lucide.ts';
import { useEffect, useId, useState, type MouseEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Dialog } from '#app/ui/components/Dialog.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { openDialog } from '#app/ui/components/open-dialog.ts';
import { KeyFields } from './KeyFields.tsx';
import { keyPath, type KeyFormData, type RefusedKey } from './keys-data.ts';

interface SetKeyButtonProps extends Pick<KeyFormData, 'name' | 'label' | 'kind'> {
  /** Path of the page that contains it. */
  returnTo: string;
}

/** Replaces the send button when a key is missing: opens a dialog, or without scripts a page. */
export function SetKeyButton({ name, label, kind, returnTo }: SetKeyButtonProps) {
  const { t } = useTranslation('chat');
  // Time at which it was opened, from which the expiry is counted.
  const [now, setNow] = useState<string | null>(null);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setNow(new Date().toISOString());
  };
  return (
    <>
      <LinkButton to={keyPath(name, returnTo)} variant="primary" onClick={open} className="shrink-0">
        <Icon of={KeyRound} />
        {t('composer.setKey')}
      </LinkButton>
      {now !== null &&
        // The button is inside a form, and forms cannot be nested.
        createPortal(
          <KeyDialog form={{ name, label, kind, returnTo, now }} onClose={() => setNow(null)} />,
          document.body,
        )}
    </>
  );
}

interface KeyDialogProps {
  form: KeyFormData;
  onClose: () => void;
}

function KeyDialog({ form, onClose }: KeyDialogProps) {
  const { t } = useTranslation('ownkeys');
  const id = useId();
  const fetcher = useFetcher<{ refused: RefusedKey }>();
  useEffect(() => openDialog(id), [id]);
  return (
    // Keeps events of the dialog from the form around the button.
    <div onSubmit={(event) => event.stopPropagation()}>
      <Dialog id={id} title={t('form.title', { name: form.label })} onClose={onClose}>
        <fetcher.Form
          method="post"
          action={keyPath(form.name)}
          encType="multipart/form-data"
          className="flex flex-col gap-4"
        >
          <KeyFields form={form} refused={fetcher.data?.refused} busy={fetcher.state !== 'idle'} />
        </fetcher.Form>
      </Dialog>
    </div>
  );
}
