import { describe, expect, it } from 'vitest';
import { isPassing } from './passing-error.ts';

describe('isPassing', () => {
  it('looks through wrapped errors', () => {
    const inner = Object.assign(new Error('x'), { code: 'ER_LOCK_DEADLOCK' });
    expect(isPassing(Object.assign(new Error('outer'), { parent: inner }))).toBe(true);
    expect(isPassing(new Error('syntax'))).toBe(false);
  });
});
