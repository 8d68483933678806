import { useFetchers, useLocation, useNavigation } from '@remix-run/react';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';

const CONVERSATION = /^\/chat\/([\w-]+)$/;

/** True while another conversation is on its way; not for the one that a first message has just made. */
export function useOpening(): boolean {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isSending = useFetchers().some(({ formMethod }) => formMethod !== undefined);
  if (state !== 'loading' || isSending || location.pathname === pathname) return false;
  const id = CONVERSATION.exec(location.pathname)?.[1];
  return id !== undefined && id !== NEW_CONVERSATION && id !== 'help';
}
