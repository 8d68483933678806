import type { TFunction } from 'i18next';
import { translateFor } from '#app/ui/i18n/translate.server.ts';

export type AuthTexts = TFunction<'auth'>;

/** The words of this room in the language of a request. */
export function authTexts(request: Request): Promise<AuthTexts> {
  return translateFor(request, 'auth');
}

/** Rules whose messages are in the language of a request. */
export function withTexts<Rules>(rules: (t: AuthTexts) => Rules): (request: Request) => Promise<Rules> {
  return async (request) => rules(await authTexts(request));
}
