import { z } from 'zod';
import type { PairQuote } from '#app/contracts/playground/playground.ts';
import { config } from '#app/core/platform/config.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import type { PlaygroundForm } from './prompt-form.server.ts';
import { quoteForm } from './quote-call.server.ts';

/** Micro-dollars; a prompt whose answers may cost more is sent only after its user has confirmed the sum. */
const ASK_ABOVE = 500_000n;

/** Name of the confirming button, and of the cookie with the largest sum confirmed in this browser session. */
const CONFIRMED = 'confirmedMicro';

const DIGITS = /^\d{1,15}$/;

const BUTTON = z.object({ [CONFIRMED]: z.string().optional() });

/** A prompt whose cost must be confirmed, with the quotes of its pairs. */
interface Unconfirmed {
  quotes: PairQuote[];
  /** Max total cost in micro-dollars. */
  totalMicro: bigint;
}

/**
 * Quotes a prompt that is about to be sent, and compares its max cost with the sum that its form, or an earlier
 * one of this browser session, confirmed.
 * @param cookies the Cookie header
 * @returns null when the prompt may be sent; always when the operator pays
 * @throws AppError as `quoteForm`
 */
export async function findUnconfirmed(
  act: PlaygroundForm,
  cookies: string | null,
): Promise<Unconfirmed | null> {
  if (!config().CHECK_BALANCE) return null;
  const quotes = await quoteForm(act);
  const totalMicro = quotes.reduce((sum, { mostMicro }) => sum + BigInt(mostMicro ?? 0), 0n);
  const { [CONFIRMED]: pressed } = readFields(act.form, BUTTON);
  const cookie = new RegExp(`(?:^|;\\s*)${CONFIRMED}=([^;]*)`).exec(cookies ?? '')?.[1];
  const confirmed = [ASK_ABOVE, microOf(pressed), microOf(cookie)];
  return confirmed.some((sum) => totalMicro <= sum) ? null : { quotes, totalMicro };
}

/** `Set-Cookie` that remembers a confirmed sum until the browser is closed; null when none was confirmed. */
export function confirmedCookie(form: FormData): string | null {
  const sum = microOf(readFields(form, BUTTON)[CONFIRMED]);
  return sum > 0n ? `${CONFIRMED}=${sum}; Path=/playground; SameSite=Lax; HttpOnly` : null;
}

function microOf(text: string | undefined): bigint {
  return text !== undefined && DIGITS.test(text) ? BigInt(text) : 0n;
}
