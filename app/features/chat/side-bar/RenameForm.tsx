import { Pencil } from '#app/ui/icons/lucide.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { menuItemClasses } from '#app/ui/components/menu/menu-item-classes.ts';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { ChatForm } from '../forms/ChatForm.tsx';

interface RenameFormProps {
  title: string;
  /** The conversation on show. */
  current: string | null;
  fields: Record<string, string>;
}

/** Rename, a line of a menu. The form opens in the line's own room, so that the menu stays as large as it is. */
export function RenameForm({ title, current, fields }: RenameFormProps) {
  const { t } = useTranslation('chat');
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = details.current;
    // Listened to natively: React 18 does not hear a disclosure that opened before it came.
    const onToggle = () => element?.open && element.querySelector<HTMLInputElement>('[name=title]')?.select();
    element?.addEventListener('toggle', onToggle);
    return () => element?.removeEventListener('toggle', onToggle);
  }, []);
  return (
    <details ref={details} className="relative grid">
      <summary className={menuItemClasses(false)}>
        <Icon of={Pencil} />
        {t('list.rename')}
      </summary>
      <ChatForm
        intent="rename"
        conversationId={current}
        fields={fields}
        className="absolute inset-0 flex items-center gap-1 bg-surface-raised"
      >
        <TextInput name="title" required maxLength={255} defaultValue={title} aria-label={t('list.title')} />
        <Button variant="primary" size="small">
          {t('message.save')}
        </Button>
      </ChatForm>
    </details>
  );
}
