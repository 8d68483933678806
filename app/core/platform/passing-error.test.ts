import { describe, expect, it } from 'vitest';
import { isAway, isBlocked, isPassing } from './passing-error.ts';

describe('isPassing', () => {
  it('looks into wrapped errors', () => {
    const inner = Object.assign(new Error('x'), { code: 'ER_LOCK_DEADLOCK' });
    expect(isPassing(Object.assign(new Error('outer'), { parent: inner }))).toBe(true);
    expect(isPassing(new Error('syntax'))).toBe(false);
  });
});

/** As the driver throws it. */
const numbered = (errno: number, message = 'refused') => Object.assign(new Error(message), { errno });

describe('an error of a database that answers', () => {
  it.each([
    [1290, 'the server runs with --read-only'],
    [1836, 'the server is in read-only mode'],
    [1792, 'the session is read-only'],
    [1036, 'the table is read-only'],
    [1874, 'InnoDB is read-only'],
    [1021, 'the disk is full'],
    [1114, 'the table is full'],
    [1026, 'a file cannot be written'],
    [1028, 'a sort has no space'],
    [1878, 'a temporary file has no space'],
    [1180, 'a commit failed'],
  ])('counts as away: %i, %s', (errno) => {
    expect(isAway(numbered(errno))).toBe(true);
    expect(isPassing(Object.assign(new Error('outer'), { parent: numbered(errno) }))).toBe(true);
  });

  it('counts as away when the storage engine has no space, and not for its other errors', () => {
    expect(isAway(numbered(1030, 'Got error 28 "No space left on device" from storage engine InnoDB'))).toBe(
      true,
    );
    expect(isPassing(numbered(1030, 'Got error 168 "Unknown" from storage engine InnoDB'))).toBe(false);
  });

  it('does not count as away when a row is locked', () => {
    const error = Object.assign(numbered(1205), { code: 'ER_LOCK_WAIT_TIMEOUT' });
    expect([isAway(error), isBlocked(error), isPassing(error)]).toEqual([false, true, true]);
  });

  it('is not passing when the statement is wrong', () => {
    expect(isPassing(numbered(1064))).toBe(false);
  });
});
