import { useState, type ReactNode, type RefObject } from 'react';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { MissingPart } from '#app/ui/fetch/MissingPart.tsx';
import { putText } from './MessageArea.tsx';

const LazySlashMenu = lazyPart('slash', async () => (await import('./SlashMenu.tsx')).SlashMenu, MissingPart);

interface TemplateList {
  /** The list above the text; empty while it is closed. */
  list: ReactNode;
  /** Opens it, and moves the focus to the box. */
  open: () => void;
}

/**
 * The list of prompt templates of a message box. A slash at the beginning of an empty box opens it, and so
 * does the plus menu; over a text that is already there, the template is added at its end.
 * @param text content of the box
 */
export function useTemplateList(box: RefObject<HTMLTextAreaElement>, text: string): TemplateList {
  const [opened, setOpened] = useState<{ over: string | null; round: number }>({ over: null, round: 0 });
  const isSlash = text.startsWith('/');
  const isOpen = isSlash || opened.over === text;
  return {
    list: isOpen && (
      <LazySlashMenu
        // Opens again after Escape has closed it.
        key={opened.round}
        box={box}
        text={text}
        fallback={<div aria-hidden data-skeleton="" className="template-skeleton" />}
        onClose={() => setOpened(({ round }) => ({ over: null, round }))}
      />
    ),
    open() {
      const area = box.current;
      if (!area) return;
      const value = area.value.trim() === '' ? '/' : area.value;
      area.focus();
      // Also reports a text that was typed before the script arrived.
      putText(area, value);
      setOpened(({ round }) => ({ over: value, round: round + 1 }));
    },
  };
}
