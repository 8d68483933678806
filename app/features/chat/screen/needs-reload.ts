import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import type { ActionAnswer } from '#app/features/chat/conversation/action-answer.ts';
import { OPEN_FORMS } from '#app/features/chat/conversation/conversation-context.ts';

/**
 * Opening or closing the form of a message changes the address, but no data of the server; an action that was
 * rejected, or that did not reach the server, has changed nothing either.
 */
export function needsReload({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if ((actionResult as ActionAnswer | undefined)?.ok === false) return false;
  if (formMethod !== undefined || currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate;
  const isSamePage = withoutForms(currentUrl) === withoutForms(nextUrl);
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}

function withoutForms(url: URL): string {
  const params = new URLSearchParams(url.search);
  OPEN_FORMS.forEach((name) => params.delete(name));
  return params.toString();
}
