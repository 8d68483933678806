import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackName } from '#app/core/platform/addresses/hosts.ts';
import { hostNameOf } from '#app/http/security/host-name.ts';

/** What proxies and tunnels say of the request that they pass on. */
const FORWARDING = /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/;

/**
 * True for a request that comes from this machine, asks for it by a loopback name, and was passed on by nobody: a proxy
 * on this machine comes from loopback, too, for whoever is behind it.
 */
export function isLocalRequest({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const name = hostNameOf(headers.host ?? '');
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    name !== null &&
    isLoopbackName(name) &&
    !Object.keys(headers).some((header) => FORWARDING.test(header))
  );
}
