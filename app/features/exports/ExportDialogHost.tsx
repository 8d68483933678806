import { useCallback, useEffect, useState } from 'react';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';

const ExportDialog = lazyPart('export-dialog', async () => (await import('./ExportDialog.tsx')).ExportDialog);

interface ExportedChat {
  conversationId: string;
  title: string;
}

/**
 * Opens the dialog for links to the page of an export (`data-export-dialog` with the title of the chat), on
 * every page with a list of chats. Without scripts they are links.
 */
export function ExportDialogHost() {
  const [chat, setChat] = useState<ExportedChat | null>(null);
  const close = useCallback(() => setChat(null), []);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-export-dialog]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const [, , conversationId = ''] = link.pathname.split('/');
      setChat({ conversationId, title: link.dataset.exportDialog ?? '' });
    };
    // Before the link navigates.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
  return chat && <ExportDialog {...chat} onClose={close} />;
}
