import { redirect } from '@remix-run/node';
import { PROMPT_FIELD } from '#app/contracts/playground/playground.ts';
import { readForm } from '#app/http/body/read-body.ts';

/** Characters of an escaped prompt that an address carries. */
const MAX_ESCAPED = 6000;

/** Leads a visitor to the sign-in, and from there back to the playground with the prompt and all that was chosen. */
export async function signInFirst(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const text = (await readForm(request)).get(PROMPT_FIELD);
  searchParams.delete(PROMPT_FIELD);
  searchParams.delete('_data');
  if (typeof text === 'string' && text.trim() !== '') searchParams.set(PROMPT_FIELD, beginningOf(text));
  const back = `${pathname}?${searchParams.toString()}`;
  return redirect(`/login?redirectTo=${encodeURIComponent(back)}`, 303);
}

/** As much of a text as an address carries: a character is at most nine of an escaped one. */
function beginningOf(text: string): string {
  const whole = text.slice(0, MAX_ESCAPED);
  const { length } = new URLSearchParams([[PROMPT_FIELD, whole]]).toString();
  return length <= MAX_ESCAPED ? whole : whole.slice(0, Math.floor(MAX_ESCAPED / 9));
}
