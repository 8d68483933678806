import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** React sets these attributes of each input again while a page hydrates. */
const BY_AN_ATTRIBUTE_OF_INPUTS = /(?:\bhas-\[|:has\()[^\s'"`{]*\[(?:name|value|type|checked)\b[^\s'"`{]*/g;

/** A condition of the whole page, or of any element: every change of the page is checked against it. */
const OF_THE_PAGE = /(?:^|[\s,["'`])(?:\*|html|body|:root)?:has\([^\s'"`{]*/gm;

const found = (pattern: RegExp) =>
  sourceFiles(['app'], /\.(?:css|tsx)$/).flatMap(({ place, text }) =>
    [...text.matchAll(pattern)].map(([selector]) => `${place}: ${selector.trim()}`),
  );

it('the condition of a style is no attribute that makes the page be styled again for each of its inputs', () => {
  expect(found(BY_AN_ATTRIBUTE_OF_INPUTS)).toEqual([]);
});

it('the condition of a style belongs to an element, not to the page', () => {
  expect(found(OF_THE_PAGE)).toEqual([]);
});

it.each([
  'group-has-[[name=ids]:checked]/models:visible',
  "form:has([name='a'] > [value='false']:checked) p {",
])('an attribute would be found in %s', (style) =>
  expect(style.match(BY_AN_ATTRIBUTE_OF_INPUTS)).toHaveLength(1),
);

it.each(['"p-2 [:has(dialog:modal)>&]:hidden"', ':root:has(:checked) p {', 'body:has(p) { }'])(
  'the page would be found in %s',
  (style) => expect(style.match(OF_THE_PAGE)).toHaveLength(1),
);
