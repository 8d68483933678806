import { Paperclip } from '#app/ui/icons/lucide.ts';
import { useEffect, useRef } from 'react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { PICTURE_FIELD } from './picture-field.ts';

/** Where the focus goes when a preview leaves. */
export const ATTACH_ID = 'attach';

interface AttachButtonProps {
  label: string;
  /** What can be chosen: `image/*`. */
  accept: string;
  disabled: boolean;
  /** Told what is chosen, and what was before the script arrived; the same function in every render. */
  onFiles: (files: File[]) => void;
}

/**
 * Chooses files. Without scripts it is the browser's own control, and they go with the form; else they are uploaded when
 * they are chosen.
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
        name={PICTURE_FIELD}
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
  // What is uploaded does not go with the form; and the same file may be chosen again.
  chooser.value = '';
  if (files.length > 0) onFiles(files);
}
