import { expect, it } from 'vitest';
import { JsonItems, type JsonItem } from './json-items.ts';

/** Pushes a text in pieces of a size. */
function split(text: string | Buffer, size = 3) {
  const bytes = Buffer.from(text);
  const items = new JsonItems();
  const found: JsonItem[] = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...items.push(bytes.subarray(at, at + size)));
  return { found, end: items.end() };
}

const values = (text: string, size?: number) =>
  split(text, size).found.map((item) => 'value' in item && item.value);

it.each([1, 3, 1000])('splits a list and parses each value, in pieces of %i bytes', (size) => {
  const list = [{ a: '"]}[{,\\' }, { b: ['ä😀', { c: [] }] }, [], { d: 'x"' }];
  expect(values(JSON.stringify(list), size)).toEqual(list);
  expect(values(`\ufeff ${JSON.stringify(list, null, 2)} \n`, size)).toEqual(list);
});

it('takes the objects of a file that has no list, and skips texts and numbers of a list', () => {
  expect(values('{"a":1}\n{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
  expect(values('[1, "}]\\"{", null, {"a":1}, true]')).toEqual([{ a: 1 }]);
});

it.each([
  ['', 'foreign'],
  ['  ', 'foreign'],
  ['<html>', 'foreign'],
  ['"text"', 'foreign'],
  ['PK\u0003', 'foreign'],
  ['[{"a":1}', 'cut'],
  ['[{"a":1},{"b":"', 'cut'],
  ['["a', 'cut'],
  ['{"a":[', 'cut'],
  ['[{"a":1}] x', 'foreign'],
  ['[]', 'whole'],
  ['{}', 'whole'],
])('a file of %j ends as %s', (text, end) => {
  expect(split(text).end).toBe(end);
});

it('goes on behind a malformed value and one that is too deep', () => {
  const deep = `${'['.repeat(20_001)}${']'.repeat(20_001)}`;
  const { found, end } = split(`[{"a":tru},${deep},{"b":1}]`, 4096);
  expect(found).toEqual([{ problem: 'broken' }, { problem: 'too_deep' }, { value: { b: 1 } }]);
  expect(end).toBe('whole');
});

it('parses the deepest value that it lets pass', () => {
  const [item] = split(`[${'['.repeat(19_999)}${']'.repeat(19_999)}]`, 4096).found;
  expect(item).toHaveProperty('value');
});
