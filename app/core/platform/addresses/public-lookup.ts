import { lookup } from 'node:dns';
import type { RequestOptions } from 'node:https';
import { isPublicHost } from './public-host.ts';

/**
 * Looks up the name of a stranger's address for a connection that is about to be made. Names that lead into a private
 * network are refused here, so that none can change its mind after it was looked at.
 */
export const publicLookup: NonNullable<RequestOptions['lookup']> = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = found ?? [];
    const isPrivate = addresses.some(
      ({ address, family }) => !isPublicHost(family === 6 ? `[${address}]` : address),
    );
    const refused = isPrivate ? new Error('It leads into a private network.') : error;
    if (refused || addresses.length === 0) callback(refused ?? new Error('It has no address.'), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};
