/** Storage key of the specification; a cookie, because the server chooses the model of a new conversation. */
const COOKIE = 'lastSelectedModel';
const YEAR_SECONDS = 365 * 24 * 3600;
const CHOICE = /^[\w.:/-]{1,160}$/;
const ENDPOINT = /^\w{1,24}$/;
/** More than the number of endpoints. */
const MAX_ENDPOINTS = 12;

/** The models used last at an endpoint, as the menu submits them. */
export interface LastModels {
  endpoint: string;
  primaryModel: string;
  /** The model used before the primary one. */
  secondaryModel: string | null;
}

/**
 * Reads the models used last at each endpoint, newest endpoint first, from a Cookie header or
 * `document.cookie`.
 */
export function readLastModels(cookies: string | null): LastModels[] {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
  const entries = value.split(',', MAX_ENDPOINTS).flatMap((entry): LastModels[] => {
    const [endpoint = '', primaryModel = '', second] = entry
      .split('~', 3)
      .map((name) => name.replaceAll('%2F', '/').replaceAll('%3A', ':'));
    if (!ENDPOINT.test(endpoint) || !CHOICE.test(primaryModel)) return [];
    const secondaryModel = second !== undefined && CHOICE.test(second) ? second : null;
    return [{ endpoint, primaryModel, secondaryModel }];
  });
  return entries.filter(({ endpoint }, at) => entries.findIndex((one) => one.endpoint === endpoint) === at);
}

/** Returns the value of a `Set-Cookie` header that records this model as the last one of its endpoint. */
export function lastModelCookie(cookies: string | null, endpoint: string, model: string): string {
  const known = readLastModels(cookies);
  const before = known.find((one) => one.endpoint === endpoint);
  const secondaryModel =
    before?.primaryModel === model ? before.secondaryModel : (before?.primaryModel ?? null);
  const others = known.filter((one) => one !== before).slice(0, MAX_ENDPOINTS - 1);
  const value = [{ endpoint, primaryModel: model, secondaryModel }, ...others].map((one) =>
    [one.endpoint, one.primaryModel, one.secondaryModel].filter((part) => part !== null).join('~'),
  );
  return `${COOKIE}=${value.join(',')}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/**
 * Orders models for the menu: the last one of each endpoint, then the ones before those, then the others in
 * their own order.
 */
export function lastUsedFirst<Model extends { id: string }>(
  models: readonly Model[],
  last: readonly LastModels[],
): Model[] {
  const used = [
    ...last.map(({ primaryModel }) => primaryModel),
    ...last.map(({ secondaryModel }) => secondaryModel),
  ];
  const rank = (model: Model) => {
    const index = used.indexOf(model.id);
    return index === -1 ? used.length : index;
  };
  return [...models].sort((a, b) => rank(a) - rank(b));
}
