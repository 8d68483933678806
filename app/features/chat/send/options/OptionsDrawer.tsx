import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { IconButton } from '#app/ui/components/button/IconButton.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { X } from '#app/ui/icons/lucide.ts';
import { OPEN_BUTTON } from '#app/ui/options/option-inputs.ts';
import { OPTIONS_PANEL } from './OptionsButton.tsx';

interface OptionsDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** Presses on these do not close it: its own button, and menus and dialogs above it. */
const BESIDE = `#${OPTIONS_PANEL}, [name='${OPEN_BUTTON}'], [popover], dialog`;

/**
 * The options at the end side of the page, on a phone as a sheet at the bottom. Escape and a press elsewhere
 * close it. Without scripts it is a part of the page above the text box. It stays in the form while it is
 * closed, so that its values are sent with the message.
 */
export function OptionsDrawer({ isOpen, onClose, title, children }: OptionsDrawerProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const drawer = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen || !hydrated) return;
    const opener = document.activeElement;
    if (opener?.matches(`[name='${OPEN_BUTTON}']`))
      drawer.current?.querySelector<HTMLElement>('[name^="option."]')?.focus();
    // After the whole press: the content moves when the drawer closes, and a press that has begun on Send
    // must end on it.
    const onPress = ({ target }: MouseEvent) => {
      if (!(target as Element).closest(BESIDE)) close.current();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      const isInside = drawer.current?.contains(document.activeElement);
      close.current();
      if (isInside) document.querySelector<HTMLElement>(`[name='${OPEN_BUTTON}']`)?.focus();
    };
    document.addEventListener('click', onPress);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('click', onPress);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen, hydrated]);
  return (
    <section
      ref={drawer}
      id={OPTIONS_PANEL}
      aria-label={title}
      data-options=""
      data-drawer={hydrated || undefined}
      hidden={!isOpen}
      className="options-drawer"
    >
      {hydrated && (
        <div className="sticky top-0 z-10 flex items-center justify-between gap-2 border-b border-line bg-surface-raised ps-4 pe-2 py-1">
          <p aria-hidden className="min-w-0 truncate font-semibold">
            {title}
          </p>
          <IconButton icon={X} label={t('close')} onClick={onClose} />
        </div>
      )}
      {children}
    </section>
  );
}
