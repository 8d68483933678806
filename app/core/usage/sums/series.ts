import { createHash } from 'node:crypto';
import type { SettledCall } from '#app/core/generation/report/settled.ts';

/**
 * The calls that a series sums: `caller` those of one user, model, key and application; `all`, `model`, `key`
 * and `application` those of all users, by that one name; `rows` every row that was read, including titles
 * and steps.
 */
export type Scope = 'caller' | 'all' | 'model' | 'key' | 'application' | 'rows';

/** The names of a series; '' for one that it does not have. */
export interface SeriesNames {
  scope: Scope;
  userId: string;
  model: string;
  keyId: string;
  applicationId: string;
}

/** A series of all users' calls. @param name the single name, of a model, key or application */
export function seriesOfAll(scope: Exclude<Scope, 'caller'>, name = ''): SeriesNames {
  return {
    scope,
    userId: '',
    model: scope === 'model' ? name : '',
    keyId: scope === 'key' ? name : '',
    applicationId: scope === 'application' ? name : '',
  };
}

/** Every series that a generation is counted in. */
export function seriesOf({ isListed, userId, model, keyId, applicationId }: SettledCall): SeriesNames[] {
  if (!isListed) return [seriesOfAll('rows')];
  const own: SeriesNames = {
    scope: 'caller',
    userId,
    model,
    keyId: keyId ?? '',
    applicationId: applicationId ?? '',
  };
  return [
    seriesOfAll('rows'),
    own,
    seriesOfAll('all'),
    seriesOfAll('model', model),
    ...(keyId === null ? [] : [seriesOfAll('key', keyId)]),
    ...(applicationId === null ? [] : [seriesOfAll('application', applicationId)]),
  ];
}

/** The key of a series: 128 bits of the hash of its names. */
export function hashOf({ scope, userId, model, keyId, applicationId }: SeriesNames): string {
  const names = [scope, userId, model, keyId, applicationId];
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);
}
