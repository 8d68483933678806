import { randomBytes, randomUUID } from 'node:crypto';
import { sendJson, type Exchange } from '../http.ts';
import { RESULTS } from './records.ts';

const KEPT = 1_000;

/** The conversations that were created, by the signatures that open them. */
export class Conversations {
  readonly #ids = new Map<string, string>();

  /** GET {bing}/turing/conversation/create. A refusal also has status 200. */
  create(exchange: Exchange): void {
    const { key } = exchange;
    if (!key || key.includes('sandbox-refused'))
      return sendJson(exchange, 200, { result: RESULTS['401'](key) });
    const signature = randomBytes(48).toString('base64');
    const conversationId = `51D|BingProd|${randomUUID()}`;
    if (this.#ids.size >= KEPT) this.#ids.clear();
    this.#ids.set(signature, conversationId);
    sendJson(
      exchange,
      200,
      { conversationId, clientId: '1055518', result: { value: 'Success', message: null } },
      { 'x-sydney-encryptedconversationsignature': signature },
    );
  }

  /** Whether a signature is that of a conversation. */
  isOf(signature: string | undefined, conversationId: string): boolean {
    return signature !== undefined && this.#ids.get(signature) === conversationId;
  }

  knows(signature: string): boolean {
    return this.#ids.has(signature);
  }
}

/** The content of the cookie, which replaces a key. */
export function cookieOf(header: string | undefined): string {
  return /(?:^|;\s*)_U=([^;]+)/.exec(header ?? '')?.[1] ?? '';
}
