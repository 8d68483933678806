import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuLink } from '#app/ui/components/menu/MenuLink.tsx';
import { menuItemClasses } from '#app/ui/components/menu/menu-item-classes.ts';
import { ATTACH_ID, ATTACHMENT_FIELD } from '#app/ui/files/attachment-field.ts';
import { Film, Image, Paperclip, Plus, ScrollText, type Drawing } from '#app/ui/icons/lucide.ts';

interface PlusMenuProps {
  /** The kinds of files that the message accepts; none when it accepts no files. */
  kinds: readonly FileKind[];
  disabled?: boolean;
  /**
   * Called with the chosen files, and with those chosen before the script loaded; must be the same function
   * in every render.
   */
  onFiles: (files: File[]) => void;
  /** Opens the list of prompt templates; without scripts the item is a link to their page. */
  onTemplates: () => void;
}

const ICONS: Readonly<Record<FileKind, Drawing>> = { image: Image, video: Film };

/**
 * A button and its menu of additions to a message: an image, a file, a template. Without scripts its items
 * stand open in the row: the browser's own file control, whose files are sent with the form, and a link to the
 * templates (composer.css).
 */
export function PlusMenu({ kinds, disabled = false, onFiles, onTemplates }: PlusMenuProps) {
  const { t } = useTranslation('chat');
  const [first] = kinds;
  const accept = kinds.map((kind) => `${kind}/*`).join();
  return (
    <span className="plus-menu">
      <Menu
        label={t('plus.label')}
        align="above"
        icon={Plus}
        buttonId={ATTACH_ID}
        disabled={disabled}
        className="grid control-square place-items-center rounded-full text-text-muted transition-colors hover:bg-surface-sunken hover:text-text disabled:opacity-50"
      >
        {first && (
          <FileItem
            icon={ICONS[first]}
            label={t(`plus.${first}`)}
            accept={`${first}/*`}
            // Without scripts the browser's own control is enough once.
            name={kinds.length > 1 ? undefined : ATTACHMENT_FIELD}
            {...{ disabled, onFiles }}
          />
        )}
        {kinds.length > 1 && (
          <FileItem
            icon={Paperclip}
            label={t('plus.file')}
            hint={t('plus.fileHelp')}
            accept={accept}
            name={ATTACHMENT_FIELD}
            {...{ disabled, onFiles }}
          />
        )}
        <MenuLink
          to="/prompts"
          icon={ScrollText}
          onClick={(event) => {
            // A click that requests a new tab or window gets one.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onTemplates();
          }}
        >
          {t('plus.template')}
        </MenuLink>
      </Menu>
    </span>
  );
}

interface FileItemProps extends Pick<PlusMenuProps, 'disabled' | 'onFiles'> {
  icon: Drawing;
  label: string;
  hint?: string;
  /** File types that can be chosen: `image/*`. */
  accept: string;
  /** Absent for an input that is not sent with the form. */
  name?: string;
}

/** A menu item over which the browser's file control lies invisibly: it opens by touch and by keyboard. */
function FileItem({ icon, label, hint, accept, name, disabled, onFiles }: FileItemProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => take(input.current!, onFiles), [onFiles]);
  return (
    <label className={`file-item ${menuItemClasses(false)}`} data-sent={name}>
      <Icon of={icon} />
      <span className="min-w-0 grow py-1">
        <span className="block">{label}</span>
        {hint && <span className="block text-xs text-text-muted">{hint}</span>}
      </span>
      <input
        ref={input}
        type="file"
        name={name}
        accept={accept}
        multiple
        disabled={disabled}
        aria-label={label}
        onChange={({ currentTarget }) => take(currentTarget, onFiles)}
      />
    </label>
  );
}

function take(chooser: HTMLInputElement, onFiles: PlusMenuProps['onFiles']): void {
  const files = [...chooser.files!];
  // Uploaded files are not sent with the form again; and clearing the input allows the same file to be chosen
  // again.
  chooser.value = '';
  if (files.length > 0) onFiles(files);
}
