import { PassThrough, type Transform } from 'node:stream';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { withoutNulls } from './without-nulls.ts';

const WORD = '\u8a9e';
const PAGE = Array.from({ length: 5000 }, (_, index) => createElement('b', { key: index }, WORD));

async function render(through: Transform): Promise<string> {
  const { pipe } = renderToPipeableStream(createElement('div', null, PAGE));
  return Buffer.concat(await pipe(through).toArray()).toString();
}

it('a page of characters of several bytes arrives as it was rendered', async () => {
  expect(await render(withoutNulls())).toBe(`<div>${`<b>${WORD}</b>`.repeat(PAGE.length)}</div>`);
});

it('is still needed', async () => {
  expect(await render(new PassThrough())).toContain('\0');
});
