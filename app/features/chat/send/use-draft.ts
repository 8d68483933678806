import { useEffect, useRef, type RefObject } from 'react';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import { putText } from '#app/ui/composer/MessageArea.tsx';

const LOCAL_AFTER_MS = 300;

const SERVER_AFTER_MS = 2000;

/** Key of the typed text in the browser's storage, beside the copy on the server. */
const localKey = (conversationId: string | null) => `draft:${conversationId ?? NEW_CONVERSATION}`;

let latest: Promise<unknown> = Promise.resolve();

/**
 * Stores the typed text: at once in this browser, soon on the server. It returns after a reload, an error or
 * a new sign-in. Text typed before the script arrived is never overwritten.
 * @param serverDraft the draft that the page came with
 */
export function useDraft(
  box: RefObject<HTMLTextAreaElement>,
  conversationId: string | null,
  serverDraft: string,
): void {
  /** The newest save on the server of a draft for a new conversation that this box has made. */
  const copyOfNew = useRef<Promise<unknown>>();
  useEffect(() => {
    const area = box.current;
    if (!area || area.disabled) return;
    if (conversationId !== null && copyOfNew.current) {
      // The box has moved along to the created conversation: the next new conversation must not begin with
      // its text.
      void copyOfNew.current.then(() => saveOnServer(null, '', []));
      copyOfNew.current = undefined;
    }
    const key = localKey(conversationId);
    const local = readLocal(key);
    if (local && area.value === area.defaultValue && area.value === serverDraft && local !== serverDraft) {
      putText(area, local);
    }
    let localTimer: ReturnType<typeof setTimeout> | undefined;
    let serverTimer: ReturnType<typeof setTimeout> | undefined;
    let sent = serverDraft;
    // A text that the address put into the box replaces no draft before the user types.
    let typed = serverDraft !== '' && area.value === area.defaultValue ? serverDraft : area.value;
    // A box emptied by a send does not clear the draft: the message may end at the sign-in.
    const isTyped = () => area.value === typed;
    const toBrowser = () => {
      if (isTyped()) writeLocal(key, typed);
    };
    const toServer = () => {
      if (!isTyped() || typed === sent) return;
      sent = typed;
      const saved = saveOnServer(conversationId, sent);
      if (conversationId === null) copyOfNew.current = saved;
    };
    const onInput = () => {
      typed = area.value;
      clearTimeout(localTimer);
      clearTimeout(serverTimer);
      localTimer = setTimeout(toBrowser, LOCAL_AFTER_MS);
      serverTimer = setTimeout(toServer, SERVER_AFTER_MS);
    };
    const onLeave = () => {
      toBrowser();
      toServer();
    };
    // The box may move along from the new conversation to the created one, with text that is not stored yet.
    if (typed !== serverDraft) onInput();
    area.addEventListener('input', onInput);
    addEventListener('pagehide', onLeave);
    return () => {
      clearTimeout(localTimer);
      clearTimeout(serverTimer);
      area.removeEventListener('input', onInput);
      removeEventListener('pagehide', onLeave);
      if (!area.isConnected && area.value.trim() !== '') onLeave();
    };
  }, [box, conversationId, serverDraft]);
}

/** Stores a message that is on its way, in case it ends at the sign-in or is lost. */
export function keepDraft(conversationId: string | null, text: string): void {
  writeLocal(localKey(conversationId), text);
}

/** Deletes the draft in this browser; the server deletes its own with the send. */
export function forgetDraft(conversationId: string | null): void {
  writeLocal(localKey(conversationId), '');
}

// A browser may refuse access to its storage.
function readLocal(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function writeLocal(key: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The copy on the server is then the only one.
  }
}

/**
 * Stores a draft on the server, one request after the other, so that no older one arrives last; a page that
 * is being left does not wait.
 * @param files ids of the attachments; absent to leave them unchanged
 */
export function saveOnServer(
  conversationId: string | null,
  text: string,
  files?: readonly string[],
): Promise<unknown> {
  const send = () =>
    // keepalive: the page may be closed right after this request.
    fetch(`/api/drafts/${conversationId ?? NEW_CONVERSATION}`, {
      method: 'PUT',
      body: JSON.stringify({ text, files }),
      headers: { 'content-type': 'application/json' },
      keepalive: true,
      // The copy in this browser stays; the next change tries again.
    }).catch(() => undefined);
  return (latest = document.visibilityState === 'hidden' ? send() : latest.then(send));
}

/** Returns a text field as it was typed; '' when it is absent or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
