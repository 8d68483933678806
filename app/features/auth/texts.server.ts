import type { Translate } from '#app/ui/i18n/translation.ts';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import { translateFor } from '#app/ui/i18n/texts.server.ts';

export type AuthTexts = Translate<'auth'>;

/** Returns the texts of this room in the language of a request. */
export function authTexts(request: ApiRequest): Promise<AuthTexts> {
  return translateFor(request, 'auth');
}

/** Returns rules whose messages are in the language of a request. */
export function withTexts<Rules>(rules: (t: AuthTexts) => Rules): (request: ApiRequest) => Promise<Rules> {
  return async (request) => rules(await authTexts(request));
}
