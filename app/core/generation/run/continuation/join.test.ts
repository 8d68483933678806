import { describe, expect, it } from 'vitest';
import { Join, type TruncatedAnswer } from './join.ts';

const TEXT =
  'Rivers begin in the hills. They gather rain and snow, and on their way to the sea they carve valleys, feed fields and carry ships.';
const CUT = TEXT.slice(0, 67);
const REST = TEXT.slice(67);

const truncated = (text: string, more: Partial<TruncatedAnswer> = {}): TruncatedAnswer => ({
  text,
  tail: text.slice(-40),
  isJson: false,
  ...more,
});

/** The joined answer, received in pieces of `size` characters; null if it is refused. */
function join(before: TruncatedAnswer, next: string, size = 5): string | null {
  const one = new Join(before);
  let text = before.text;
  for (let at = 0; at < next.length; at += size) text += one.push(next.slice(at, at + size));
  text += one.end();
  return one.state === 'joined' ? text : null;
}

describe.each([1, 5, 1000])('a continuation in pieces of %i', (size) => {
  it.each<[string, string]>([
    ['repeats the last words', CUT.slice(-40) + REST],
    ['repeats a sentence', CUT.slice(27) + REST],
    ['starts over', TEXT],
    ['starts over behind a preamble', `Of course! Here it is again:\n\n${TEXT}`],
    ['has a preamble', `Sure, here is the rest:\n\n${CUT.slice(-40)}${REST}`],
    ['has a preamble in the same line', `Sure, continuing: ${CUT.slice(-40)}${REST}`],
    ['has an ellipsis', `…${CUT.slice(-40)}${REST}`],
  ])('is joined when it %s', (_what, next) => {
    expect(join(truncated(CUT), next, size)).toBe(TEXT);
  });

  it.each<[string, string, string]>([
    ['in the middle of a word', 'They gat', 'her rain'],
    ['the space before a word', 'They gather', 'rain and snow'],
    ['nothing of it', CUT, 'Rivers are long and they are wet, which makes them rivers.'],
    ['another language', CUT, 'Les rivières naissent dans les collines et elles vont à la mer, toujours.'],
    ['another script', `${CUT} `, 'تبدأ الأنهار في التلال وتجمع المطر والثلج في طريقها إلى البحر.'],
    ['a preamble and nothing that is known', CUT, 'Sure! Here is how it goes on, as you wished.'],
    ['what stands in the middle', CUT, CUT.slice(10, 40)],
    ['a code block of its own around it', CUT, `Sure:\n\`\`\`\n${CUT.slice(-40)}${REST}\n\`\`\``],
  ])('is refused when it is %s', (_what, before, next) => {
    expect(join(truncated(before), next, size)).toBeNull();
  });
});

describe('a continuation without overlap', () => {
  it.each<[string, string, string]>([
    ['a space', 'They gather', ' rain and snow'],
    ['a comma', 'They gather rain', ', and snow'],
    ['lower case behind a space', 'They gather ', 'rain and snow'],
    ['Arabic behind Arabic', 'تبدأ الأنهار', ' في التلال'],
  ])('is joined when it begins with %s', (_what, before, next) => {
    expect(join(truncated(before), next)).toBe(before + next);
  });

  it('is joined after a line end only inside a code block', () => {
    const code = '```js\nconst a = 1;';
    expect(join(truncated(code), '\nconst b = 2;\n```')).toBe(`${code}\nconst b = 2;\n\`\`\``);
    expect(join(truncated('One. Two.'), '\nThree.')).toBeNull();
  });
});

it.each<[string, string, string | null]>([
  ['{"a": 1', '2, "b": 3}', '{"a": 12, "b": 3}'],
  ['{"a": [', '\n  "b"]}', '{"a": [\n  "b"]}'],
  ['{"a": "wa', 'ter"}', null],
  ['{"a": ', 'Here is your document: {', null],
])('continues the JSON %s with %s: %s', (before, next, whole) => {
  expect(join(truncated(before, { isJson: true }), next)).toBe(whole);
});

it('opens no second code block', () => {
  const before = '```js\nconst a = 1;\nconst b = a + 1;\ncons';
  const rest = 't c = b;\n```';
  expect(join(truncated(before), `\`\`\`js\n${before.slice(6)}${rest}`)).toBe(before + rest);
});

it('preserves trailing white space that the continuation leaves out', () => {
  expect(join(truncated(`${CUT}\n\n`), CUT.slice(-40) + REST)).toBe(`${CUT}\n\n${REST.trimStart()}`);
});

it('adds nothing to a complete answer', () => {
  expect(join(truncated(CUT), CUT.slice(-40))).toBe(CUT);
});

it('refuses ambiguous repetitions', () => {
  for (const size of [1, 5, 1000]) {
    expect(join(truncated('Field'), 'Field Field carries what it carries.', size)).toBeNull();
    expect(join(truncated('Field'), 'FieldField', size)).toBeNull();
    expect(join(truncated('Field'), 'Field carries what it carries.', size)).toBe(
      'Field carries what it carries.',
    );
    expect(join(truncated('Field'), 'Field', size)).toBe('Field');
  }
  const ha = 'ha '.repeat(30);
  expect(join(truncated(ha, { tail: ha.slice(-12) }), `${ha.slice(-12)}${'ha '.repeat(6)}!!!`)).toBeNull();
});

it('refuses a continuation that ends before it can be judged', () => {
  const one = new Join(truncated(CUT));
  expect(one.push('Sure')).toBe('');
  expect(one.state).toBe('open');
  expect(one.end()).toBe('');
  expect(one.state).toBe('refused');
});
