import { useEffect, useRef, type RefObject } from 'react';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';

const LOCAL_AFTER_MS = 300;

const SERVER_AFTER_MS = 2000;

/** Where a browser keeps what was typed, beside the copy on the server. */
const localKey = (conversationId: string | null) => `draft:${conversationId ?? NEW_CONVERSATION}`;

let latest: Promise<unknown> = Promise.resolve();

/**
 * Keeps what is typed: at once in this browser, soon on the server. It comes back after a reload, an error
 * or a new sign-in. What was typed before the script arrived is never overwritten.
 * @param serverDraft what the page brought
 */
export function useDraft(
  box: RefObject<HTMLTextAreaElement>,
  conversationId: string | null,
  serverDraft: string,
): void {
  /** The newest copy on the server of what was typed for a new conversation, as far as this box has made it. */
  const copyOfNew = useRef<Promise<unknown>>();
  useEffect(() => {
    const area = box.current;
    if (!area || area.disabled) return;
    if (conversationId !== null && copyOfNew.current) {
      // The box has come along to the conversation that was made: the next new one must not begin with its text.
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
    let typed = area.value;
    // A box that is emptied by a send says nothing about the draft: the message may end at the sign-in.
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
    // The box may come along from the new conversation to the one that was made, with a text that is not kept yet.
    if (area.value !== serverDraft) onInput();
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

/** Puts a text into the box as if it had been typed, so that whoever listens knows. */
export function putText(area: HTMLTextAreaElement, text: string): void {
  area.value = text;
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Keeps a message that is on its way, in case it ends at the sign-in or nowhere. */
export function keepDraft(conversationId: string | null, text: string): void {
  writeLocal(localKey(conversationId), text);
}

/** Forgets the draft in this browser; the server forgets its own with the send. */
export function forgetDraft(conversationId: string | null): void {
  writeLocal(localKey(conversationId), '');
}

// A browser may refuse its storage.
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
    // Then the server's copy is the only one.
  }
}

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

/** A text of a form, as it was typed; '' for one that is absent, and for a file in its place. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
