import { describe, expect, it } from 'vitest';
import { blanksIn, fillVariables, variablesOf } from './variables.ts';

describe('the variables of a template', () => {
  it.each([
    ['Hello {{name}} of {{ place }}, {{name}}', ['name', 'place']],
    ['{{الاسم}}と{{名前}}', ['الاسم', '名前']],
    ['{{{inner}}}', ['inner']],
    ['{{open {{closed}}', ['closed']],
    ['{{}} {{ }} {{two\nlines}} {{open', []],
    [`{{${'x'.repeat(41)}}}`, []],
  ])('of %j', (text, names) => {
    expect(variablesOf(text)).toEqual(names);
  });

  it('are limited to twenty', () => {
    const text = Array.from({ length: 30 }, (_, index) => `{{a${index}}}`).join('');
    expect(variablesOf(text)).toHaveLength(20);
  });

  it('are replaced at every occurrence, and inserted values are not read again', () => {
    const values = new Map([
      ['a', '{{b}}'],
      ['b', '$1'],
    ]);
    expect(fillVariables('{{a}}-{{ b }}-{{c}}-{{a}}', values)).toBe('{{b}}-$1-{{c}}-{{b}}');
  });

  it('have the start and end offsets of their blanks', () => {
    const text = 'x {{name}} y';
    const [blank] = blanksIn(text);
    expect(text.slice(blank!.start, blank!.end)).toBe('{{name}}');
  });
});
