import { describe, expect, it } from 'vitest';
import { readRetryAfter, safeMessage } from './failure.ts';

describe('readRetryAfter', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.25' }, 250],
    [{ 'retry-after-ms': '120', 'retry-after': '9' }, 120],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '999999999' }, undefined],
    [{}, undefined],
  ])('parses %j', (headers: Record<string, string>, ms) => {
    expect(readRetryAfter(new Headers(headers), now)).toBe(ms);
  });
});

describe('safeMessage', () => {
  it('masks keys exactly as the earlier regular expression with quadratic run time did', () => {
    let state = 5;
    for (let round = 0; round < 500; round += 1) {
      const message = Array.from({ length: 20 }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
        return '**a-b '.charAt((state >> 8) % 6);
      }).join('');
      const before = message
        .replaceAll(/[\w-]*\*{3,}[\w*-]*/g, '[key]')
        .replaceAll(/\s+/g, ' ')
        .trim();
      expect(safeMessage(message, [])).toBe(before);
    }
  });

  it.each([
    ['Key abcd-1234 is wrong', 'Key [key] is wrong'],
    ['Incorrect API key provided: sk-proj-ABC_def.123', 'Incorrect API key provided: [key]'],
    ['Authorization: Bearer eyJhbGciOi.x.y was refused', 'Authorization: [key] was refused'],
    ['Key ab******yz is wrong', 'Key [key] is wrong'],
    ['two\nlines\u0000 and\ttabs', 'two lines and tabs'],
    ['The skeleton key-hole api is fine', 'The skeleton key-hole api is fine'],
  ])('turns %j into %j', (message, shown) => {
    expect(safeMessage(message, ['abcd-1234'])).toBe(shown);
  });

  it('truncates to 512 characters without cutting the key in two', () => {
    const message = safeMessage(`${'x'.repeat(505)} abcd-1234`, ['abcd-1234']);
    expect(message).toHaveLength(511);
    expect(message.endsWith('[key]')).toBe(true);
    expect(safeMessage('y'.repeat(10_000), [])).toHaveLength(512);
  });
});
