import { Paperclip } from '#app/ui/icons/lucide.ts';
import { useEffect, useRef } from 'react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ATTACHMENT_FIELD } from './attachment-field.ts';

/** The focus moves here when a preview is removed. */
export const ATTACH_ID = 'attach';

interface AttachButtonProps {
  label: string;
  /** File types that can be chosen: `image/*`. */
  accept: string;
  disabled: boolean;
  /**
   * Called with the chosen files, and with those chosen before the script loaded; must be the same function
   * in every render.
   */
  onFiles: (files: File[]) => void;
}

/**
 * Chooses files. Without scripts it is the browser's own control, and the files are sent with the form; with
 * scripts they are uploaded when they are chosen.
 */
export function AttachButton({ label, accept, disabled, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => take(input.current!, onFiles), [onFiles]);
  return (
    <label title={label} className="attach control-square">
      <Icon of={Paperclip} size={20} />
      <input
        ref={input}
        id={ATTACH_ID}
        type="file"
        name={ATTACHMENT_FIELD}
        accept={accept}
        multiple
        disabled={disabled}
        aria-label={label}
        onChange={({ currentTarget }) => take(currentTarget, onFiles)}
      />
    </label>
  );
}

function take(chooser: HTMLInputElement, onFiles: AttachButtonProps['onFiles']): void {
  const files = [...chooser.files!];
  // Uploaded files are not sent with the form again; and clearing the input allows the same file to be chosen
  // again.
  chooser.value = '';
  if (files.length > 0) onFiles(files);
}
