import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

/** Opening or closing an editor changes the address, but nothing that the server knows. */
export function needsReload({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod !== undefined || currentUrl.pathname !== nextUrl.pathname) return defaultShouldRevalidate;
  const before = withoutEdit(currentUrl);
  const after = withoutEdit(nextUrl);
  const editChanged = currentUrl.searchParams.get('edit') !== nextUrl.searchParams.get('edit');
  return before === after && editChanged ? false : defaultShouldRevalidate;
}

function withoutEdit(url: URL): string {
  const params = new URLSearchParams(url.search);
  params.delete('edit');
  return params.toString();
}
