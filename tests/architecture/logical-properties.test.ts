import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './files-below.ts';

/** Classes and properties that name a side of the screen; pages are mirrored for right-to-left languages. */
const SIDED_CLASS =
  /(?<![\w-])-?(?:[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr]|text-(?:left|right)|float-(?:left|right)|clear-(?:left|right))(?=-(?:\d|\[|\(|px\b|auto\b|full\b)|["'`\s])/g;
const SIDED_PROPERTY =
  /(?<![\w-])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)|left|right|(?:text-align|float|clear):\s*(?:left|right))\s*[:;]/g;

describe('names of sides', () => {
  it('are start and end in components', () => {
    expect(findAll(filesBelow('app', '.tsx'), classesOf, SIDED_CLASS)).toEqual([]);
  });

  it('are start and end in styles', () => {
    expect(findAll(filesBelow('app', '.css'), (source) => source, SIDED_PROPERTY)).toEqual([]);
  });

  it.each(['"ml-2"', '"flex pr-[3px]"', "'-mr-1'", '"text-left"', '"md:left-0"', '"rounded-tl-full"'])(
    'would be found in %s',
    (source) => expect(source.match(SIDED_CLASS)).toHaveLength(1),
  );

  it.each(['"ms-2 pe-4 start-0 text-start"', '"PanelLeft"', '"rounded-t-panel"', '"left"'])(
    'are ignored in %s',
    (source) => expect(classesOf(source).match(SIDED_CLASS) ?? []).toEqual([]),
  );

  it.each(['margin-left: 2px', 'left: 0', 'text-align: right;'])('would be found in the style %s', (source) =>
    expect(`${source};`.match(SIDED_PROPERTY)).toHaveLength(1),
  );
});

/** String literals of more than one word or with a dash: possible class names. */
function classesOf(source: string): string {
  return [...source.matchAll(/(["'`])(?:(?!\1)[^\\\n])*\1/g)]
    .map(([text]) => text)
    .filter((text) => /[\s-]/.test(text))
    .join('\n');
}

function findAll(files: string[], pick: (source: string) => string, pattern: RegExp): string[] {
  return files.flatMap((file) =>
    [...pick(readFileSync(file, 'utf8')).matchAll(pattern)].map(([found]) => `${file}: ${found}`),
  );
}
