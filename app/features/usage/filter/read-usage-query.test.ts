import { describe, expect, it } from 'vitest';
import { startOf, nearestInterval, readUsageQuery } from './read-usage-query.ts';
import { exportHref, usageHref } from './usage-query.ts';

const read = (text: string) => readUsageQuery(new URLSearchParams(text));

const ID = '0198c0de-0000-7000-8000-000000000000';

describe('the address of the usage', () => {
  it('shows all charts by default', () => {
    expect(read('')).toEqual({
      query: {
        tab: 'charts',
        user: null,
        model: null,
        source: null,
        dateInterval: 'ALL',
        page: 1,
        until: null,
      },
      notices: [],
      isPlain: true,
    });
    expect(read('tab=activity').isPlain).toBe(true);
  });

  it('is written as it was read', () => {
    const text = `?tab=activity&user=${ID}&model=a%2Fb&source=${ID}&dateInterval=1W&page=3&until=${ID}`;
    const { query, notices, isPlain } = read(text);
    expect({ notices, isPlain }).toEqual({ notices: [], isPlain: false });
    expect(usageHref(query, query)).toBe(`/usage${text}`);
    expect(usageHref(query)).toBe(`/usage?tab=activity&user=${ID}&model=a%2Fb&source=${ID}&dateInterval=1W`);
    expect(exportHref(query, 'csv')).toBe(
      `/usage/export.csv?user=${ID}&model=a%2Fb&source=${ID}&dateInterval=1W`,
    );
  });

  it('always includes the time range, so that no stored filter replaces it', () => {
    expect(usageHref(read('').query)).toBe('/usage?dateInterval=ALL');
    expect(read('dateInterval=ALL').isPlain).toBe(false);
  });

  it.each([
    ['dateInterval=2W', 'dateInterval', '2W', '1W', { dateInterval: '1W' }],
    ['dateInterval=never', 'dateInterval', 'never', 'ALL', { dateInterval: 'ALL' }],
    ['page=0', 'page', '0', '1', { page: 1 }],
    ['page=-3', 'page', '-3', '1', { page: 1 }],
    ['page=1e9', 'page', '1e9', '1', { page: 1 }],
    ['page=nonsense', 'page', 'nonsense', '1', { page: 1 }],
    ['until=yesterday', 'until', 'yesterday', '', { until: null }],
    ['user=root', 'user', 'root', '', { user: null }],
    ['source=%27', 'source', "'", '', { source: null }],
    ['tab=smell', 'tab', 'smell', '', { tab: 'charts' }],
  ])('replaces %s with the nearest valid value, and adds a notice', (text, field, asked, shown, changed) => {
    const { query, notices } = read(text);
    expect(notices).toEqual([{ field, asked, shown }]);
    expect(query).toMatchObject(changed);
  });

  it('ignores a model longer than any id, and shortens it in the notice', () => {
    const { query, notices } = read(`model=${'x'.repeat(200)}`);
    expect(query.model).toBeNull();
    expect(notices).toEqual([{ field: 'model', asked: 'x'.repeat(60), shown: '' }]);
  });

  it('treats empty values as absent', () => {
    expect(read('user=&model=+&source=').query).toMatchObject({ user: null, model: null, source: null });
    expect(read('user=&model=+&source=').notices).toEqual([]);
  });
});

it.each([
  ['1D', '1D'],
  ['1w', '1W'],
  ['all', 'ALL'],
  ['0D', '1D'],
  ['2D', '1D'],
  ['5d', '1W'],
  ['2W', '1W'],
  ['3M', '1M'],
  ['1Y', 'ALL'],
  ['9999Y', 'ALL'],
  ['', 'ALL'],
  ['yesterday', 'ALL'],
  ['99999D', 'ALL'],
])('reads %j as %s', (text, interval) => {
  expect(nearestInterval(text)).toBe(interval);
});

it('begins where the first bar of its charts begins', () => {
  const now = new Date('2026-03-31T12:34:56Z');
  expect(startOf('1D', now)?.toISOString()).toBe('2026-03-30T13:00:00.000Z');
  expect(startOf('1W', now)?.toISOString()).toBe('2026-03-25T00:00:00.000Z');
  expect(startOf('1M', now)?.toISOString()).toBe('2026-03-02T00:00:00.000Z');
  expect(startOf('ALL', now)).toBeNull();
});
