import { Paperclip } from 'lucide-react';
import { forwardRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { PICTURE_FIELD } from './picture-field.ts';

/** Where the focus goes when a preview leaves. */
export const ATTACH_ID = 'attach';

interface AttachButtonProps {
  /** What can be chosen. */
  kind?: FileKind;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/**
 * Chooses pictures, or videos. Without scripts it is the browser's own control, and they go with the form; else they are uploaded
 * when they are chosen.
 */
export const AttachButton = forwardRef<HTMLInputElement, AttachButtonProps>(function AttachButton(
  { kind = 'image', disabled, onFiles },
  ref,
) {
  const { t } = useTranslation('chat');
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // What is uploaded does not go with the form; and the same file may be chosen again.
    currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <label title={t('composer.attach', { context: kind })} className="attach control-square">
      <Icon of={Paperclip} size={20} />
      <input
        ref={ref}
        id={ATTACH_ID}
        type="file"
        name={PICTURE_FIELD}
        accept={`${kind}/*`}
        multiple
        disabled={disabled}
        aria-label={t('composer.attach', { context: kind })}
        onChange={onChange}
      />
    </label>
  );
});
