import { MOST_AGE_S, SignatureError } from '../signature-error.ts';

const LONGEST_HEADER = 4096;

/**
 * Checks the signature and the age of a webhook of Stripe by their own package, which is large and loaded with the first
 * of them.
 * @param bytes the body as it came
 * @param header `Stripe-Signature`
 * @returns the event that it brings, not checked any further
 * @throws SignatureError
 */
export async function verifyStripe(
  bytes: Uint8Array,
  header: string | null,
  secret: string,
): Promise<unknown> {
  if (header === null) throw new SignatureError('missing');
  if (header.length > LONGEST_HEADER) throw new SignatureError('malformed');
  const { Stripe } = await import('stripe');
  const time = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1]);
  try {
    const event: unknown = Stripe.webhooks.constructEvent(bytes, header, secret, MOST_AGE_S);
    // Their package bounds the past alone.
    if (time * 1000 <= Date.now() + MOST_AGE_S * 1000) return event;
  } catch (error) {
    if (error instanceof SyntaxError) throw new SignatureError('malformed');
    // Neither their error nor its words are passed on: it carries the body and the header.
    if (!/tolerance/.test((error as Error).message)) throw new SignatureError('signature');
  }
  throw new SignatureError('age');
}
