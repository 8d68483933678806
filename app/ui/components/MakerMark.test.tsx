import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { makerName } from '#app/contracts/catalogue/makers.ts';
import { MakerMark, monogramOf, tintOf } from './MakerMark.tsx';

describe('the monogram of a maker', () => {
  it.each([
    ['OpenAI', 'Op'],
    ['xAI', 'xA'],
    ['Black Forest Labs', 'BF'],
    ['Mistral AI', 'MA'],
    ['meta-labs', 'ML'],
    ['Q', 'Q'],
    ['𝒜𝒷𝒸', '𝒜𝒷'],
    ['  ', ''],
  ])('of %j is %j', (name, monogram) => {
    expect(monogramOf(name)).toBe(monogram);
  });
});

describe('the tint of a maker', () => {
  it('depends on the name alone, and differs among makers', () => {
    const names = ['openai', 'anthropic', 'google', 'mistralai', 'x-ai', 'qwen', 'kling'].map(makerName);
    const tints = names.map(tintOf);
    expect(names.map(tintOf)).toEqual(tints);
    expect(new Set(tints).size).toBeGreaterThanOrEqual(4);
  });
});

it('is hidden from assistive technology, in the tint of its name', () => {
  const html = renderToStaticMarkup(<MakerMark name="OpenAI" />);
  expect(html).toMatch(/^<span aria-hidden="true"/);
  expect(html).toContain(`bg-tint-${tintOf('OpenAI')}`);
  expect(html).toContain('>Op</span>');
});
