import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { actionPath } from './ChatForm.tsx';
import { useConversation } from './conversation-context.ts';

interface EditFieldsProps {
  text: string;
  label: string;
  /** The max height of the box. */
  className: string;
  /** The buttons that submit the form. */
  children: ReactNode;
}

/** The box of a text that is edited in its place, with a way out beside the buttons of its form. */
export function EditFields({ text, label, className, children }: EditFieldsProps) {
  const { t } = useTranslation('chat');
  const { conversationId, closeForm } = useConversation();
  return (
    <>
      <TextArea
        name="text"
        required
        defaultValue={text}
        aria-label={label}
        className={joinClasses('text-md leading-reading md:text-md', className)}
        ref={beginEditing}
        onKeyDown={(event) => {
          if (event.key === 'Escape') closeForm();
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Link
          to={actionPath(conversationId)}
          replace
          preventScrollReset
          className={buttonClasses({ variant: 'plain' })}
        >
          {t('message.cancel')}
        </Link>
        {children}
      </div>
    </>
  );
}

/**
 * Puts the cursor at the end of the text and scrolls the box and the buttons into view: a long reply has just
 * become short.
 */
function beginEditing(area: HTMLTextAreaElement | null): void {
  if (!area || document.activeElement === area) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(area.value.length, area.value.length);
  area.scrollTop = area.scrollHeight;
  area.form?.scrollIntoView({ block: 'nearest' });
}
