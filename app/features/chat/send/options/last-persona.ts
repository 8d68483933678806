import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { PERSONA_FACTS } from '#app/contracts/endpoints/personas.ts';
import type { SendParameters } from '#app/contracts/send.ts';

/** The endpoint that has a persona. */
const [FACTS = {}]: Partial<EndpointFacts>[] = Object.values(PERSONA_FACTS);

/**
 * Storage key of the specification; a cookie, because the server sets the initial options of a new
 * conversation.
 */
const COOKIE = FACTS.personaCookie;
const YEAR_SECONDS = 365 * 24 * 3600;

/** The tones, the default first. */
export const TONES: readonly string[] = (FACTS.options ?? []).flatMap((field) =>
  field.option === 'toneStyle' && field.kind === 'choice' ? field.values : [],
);

/** The persona and the tone used last. */
type Persona = Pick<SendParameters, 'jailbreak' | 'toneStyle'>;

/** Reads the last choice from a Cookie header or `document.cookie`; empty without one. */
export function readLastPersona(cookies: string | null): Persona {
  const [, jailbreak, toneStyle] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=(true|false)\\.(${TONES.join('|')})(?:;|$)`).exec(cookies ?? '') ?? [];
  return toneStyle === undefined ? {} : { jailbreak: jailbreak === 'true', toneStyle };
}

/** Returns the value of a `Set-Cookie` header that remembers the choice; null when neither option is set. */
export function lastPersonaCookie({ jailbreak, toneStyle }: Persona): string | null {
  if (jailbreak === undefined && toneStyle === undefined) return null;
  const tone = TONES.find((one) => one === toneStyle) ?? TONES[0];
  return `${COOKIE}=${jailbreak === true}.${tone}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** Remembers the current choice in this browser, sent or not. */
export function rememberPersona(persona: Persona): void {
  const cookie = lastPersonaCookie(persona);
  if (cookie !== null) document.cookie = cookie;
}
