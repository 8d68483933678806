import { createHmac, timingSafeEqual } from 'node:crypto';
import { MOST_AGE_S, SignatureError } from '../signature-error.ts';

const LONGEST_HEADER = 4096;
const MOST_NAMES = 20;

/**
 * Checks `X-Hook0-Signature: t=<seconds>,h=<names of headers>,v1=<hex>`: an HMAC over the time, the names, the values of
 * these headers and the raw body. Other versions beside it are passed over.
 * @param headers looked up by name, for those that were signed along
 * @throws SignatureError
 */
export function verifyCoinbase(
  bytes: Uint8Array,
  headers: Pick<Headers, 'get'>,
  { secret, now = new Date() }: { secret: string; now?: Date },
): void {
  const header = headers.get('x-hook0-signature');
  if (header === null) throw new SignatureError('missing');
  const { time, names, signatures } = partsOf(header);
  const values = names.split(' ').filter((name) => name !== '');
  if (values.length > MOST_NAMES || values.some((name) => !/^[\w-]{1,100}$/.test(name)))
    throw new SignatureError('malformed');
  const signed = `${time}.${names}.${values.map((name) => headers.get(name) ?? '').join('.')}.`;
  const wanted = createHmac('sha256', secret).update(signed).update(bytes).digest();
  const isTheirs = signatures.some(
    (hex) => /^[0-9a-f]{64}$/i.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), wanted),
  );
  if (!isTheirs) throw new SignatureError('signature');
  if (Math.abs(now.getTime() / 1000 - Number(time)) > MOST_AGE_S) throw new SignatureError('age');
}

function partsOf(header: string): { time: string; names: string; signatures: string[] } {
  if (header.length > LONGEST_HEADER) throw new SignatureError('malformed');
  const parts = header.split(',').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  const valuesOf = (wanted: string) => parts.filter(([name]) => name === wanted).map(([, value]) => value);
  const [time] = valuesOf('t');
  if (time === undefined || !/^\d{1,12}$/.test(time)) throw new SignatureError('malformed');
  return { time, names: valuesOf('h')[0] ?? '', signatures: valuesOf('v1') };
}
