import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { config } from '#app/core/platform/config.ts';
import { objectionToAddress } from '#app/core/platform/addresses/hosts.ts';

/** Origins in our own network at which the operator lets people have endpoints. */
export function allowedOrigins(): string[] {
  return config().WEBHOOK_ALLOWED_ORIGINS.map((address) => new URL(address).origin);
}

/** Whether an address may be an endpoint: https and on the public internet, as far as its name says. Names are looked up at each delivery. */
export function isAllowedAddress(address: string): boolean {
  const url = /[\s\\]/.test(address) ? null : parseUrl(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' && objectionToAddress(address) === null) return true;
  return allowedOrigins().includes(url.origin);
}
