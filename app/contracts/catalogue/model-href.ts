/** The page of a model. An id is `maker/name`; whatever else stands in it is escaped. */
export function modelHref(id: string): string {
  return `/models/${id.split('/').map(encodeURIComponent).join('/')}`;
}

/** A new conversation with a model. */
export function chatHref(id: string): string {
  return `/chat/new?${new URLSearchParams({ model: id })}`;
}

/** Several models side by side. */
export function compareHref(ids: readonly string[]): string {
  return `/models/compare?${new URLSearchParams(ids.map((id) => ['ids', id]))}`;
}
