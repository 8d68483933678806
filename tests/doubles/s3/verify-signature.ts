import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([\w-]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Verifies a signature of version 4, as Amazon describes it, and the body hash that it covers.
 * @returns false for a signature by another key, or for another request or body
 */
export function isSigned(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secret }: { accessKeyId: string; secret: string },
): boolean {
  const [, keyId, day, region, names, signature] = HEADER.exec(request.headers.authorization ?? '') ?? [];
  if (keyId !== accessKeyId || !day || !region || !names || !signature) return false;
  const said = String(request.headers['x-amz-content-sha256'] ?? '');
  if (said !== 'UNSIGNED-PAYLOAD' && said !== sha256(body)) return false;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, pathname, query, headers.join(''), names, said].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, day));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
