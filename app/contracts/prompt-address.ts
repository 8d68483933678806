/** Field of an address of a new chat with the text that its box begins with. */
const CHAT_PROMPT_FIELD = 'prompt';

/** The same in addresses that other programs make, such as the search engines of a browser. */
const SHORT_PROMPT_FIELD = 'q';

/** Max characters of a text that an address puts into the box. */
export const PROMPT_MAX = 20_000;

/**
 * Max characters of an escaped prompt in an address. The sign-in carries the address inside its own one, which
 * escapes it again, and many proxies read at most 16 kB of both.
 */
const MAX_ESCAPED = 6000;

/** Returns the text that an address puts into the box; of one that is too long, the beginning. */
export function readPrompt(query: URLSearchParams): { prompt: string | null; isCut: boolean } {
  const given = query.get(CHAT_PROMPT_FIELD) || query.get(SHORT_PROMPT_FIELD) || null;
  if (given === null || given.length <= PROMPT_MAX) return { prompt: given, isCut: false };
  // Not between the halves of a character.
  const end = /[\uD800-\uDBFF]/.test(given[PROMPT_MAX - 1]!) ? PROMPT_MAX - 1 : PROMPT_MAX;
  return { prompt: given.slice(0, end), isCut: true };
}

/** Returns whether an address can carry the whole text, through the sign-in and back. */
export function fitsAddress(text: string): boolean {
  return text.length <= MAX_ESCAPED && escapedLength(text) <= MAX_ESCAPED;
}

/** Returns as much of a text as an address may carry: a character takes at most nine escaped ones. */
export function beginningOf(text: string): string {
  const whole = text.slice(0, MAX_ESCAPED);
  return fitsAddress(whole) ? whole : whole.slice(0, Math.floor(MAX_ESCAPED / 9));
}

/** Returns the address of a new chat whose box contains the text; nothing is sent by it. */
export function newChatHref({ text, model }: { text: string; model: string }): string {
  const query = new URLSearchParams();
  if (model !== '') query.set('model', model);
  if (text !== '') query.set(CHAT_PROMPT_FIELD, text);
  const search = query.toString();
  return search === '' ? '/chat/new' : `/chat/new?${search}`;
}

function escapedLength(text: string): number {
  return new URLSearchParams([['', text]]).toString().length - 1;
}
