import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/** Ctrl+Shift+O (Command on a Mac) begins a new chat, as in other chats. */
export function useNewChatKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.code !== 'KeyO' || !event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey))
        return;
      event.preventDefault();
      navigate('/chat/new');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate]);
}
