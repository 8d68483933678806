import { NEW_CONVERSATION } from '#app/contracts/chat.ts';

let latest: Promise<unknown> = Promise.resolve();

/**
 * Keeps a draft on the server, one after the other, so that no older one arrives last; a page that leaves cannot wait.
 * @param files ids of what is attached; absent: what it has stays
 */
export function saveOnServer(
  conversationId: string | null,
  text: string,
  files?: readonly string[],
): Promise<unknown> {
  const send = () =>
    // keepalive: it may be the last thing that this page does.
    fetch(`/api/drafts/${conversationId ?? NEW_CONVERSATION}`, {
      method: 'PUT',
      body: JSON.stringify({ text, files }),
      headers: { 'content-type': 'application/json' },
      keepalive: true,
      // The copy in this browser stays; the next change tries again.
    }).catch(() => undefined);
  return (latest = document.visibilityState === 'hidden' ? send() : latest.then(send));
}
