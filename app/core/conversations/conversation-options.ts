import type { SendParameters } from '#app/contracts/send.ts';

/** What the messages of a conversation are sent with, as its row keeps it; null for nothing. */
export function writeKeptOptions(parameters: SendParameters): string | null {
  const said = Object.entries(parameters).filter(([name, value]) => name !== 'media' && value !== undefined);
  return said.length === 0 ? null : JSON.stringify(Object.fromEntries(said));
}

/** What `writeKeptOptions` kept. */
export function readKeptOptions(options: string | null): SendParameters {
  return options === null ? {} : (JSON.parse(options) as SendParameters);
}
