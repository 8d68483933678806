/** The spec's storage key; a cookie, because the server chooses the model of a new conversation. */
const COOKIE = 'lastSelectedModel';
const YEAR_SECONDS = 365 * 24 * 3600;
const MODEL_ID = /^[\w.:/-]{1,160}$/;
const MOST = 8;

/** The models used last, newest first, from a Cookie header or `document.cookie`. */
export function readLastModels(cookies: string | null): string[] {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
  return value
    .split(',')
    .map((name) => name.replaceAll('%2F', '/').replaceAll('%3A', ':'))
    .filter((name) => MODEL_ID.test(name));
}

/** A `Set-Cookie` header with this model in front of the others. */
export function lastModelCookie(cookies: string | null, model: string): string {
  const models = [model, ...readLastModels(cookies).filter((other) => other !== model)].slice(0, MOST);
  return `${COOKIE}=${models.join(',')}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** The models in the order of the menu: those used last first, the others as they come. */
export function lastUsedFirst<Model extends { id: string }>(
  models: readonly Model[],
  last: readonly string[],
): Model[] {
  const rank = (model: Model) => {
    const index = last.indexOf(model.id);
    return index === -1 ? last.length : index;
  };
  return [...models].sort((a, b) => rank(a) - rank(b));
}
