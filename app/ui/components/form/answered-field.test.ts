import { describe, expect, it } from 'vitest';
import { answeredField, answeredList } from './answered-field.ts';

const ANSWER = {
  status: 'error' as const,
  initialValue: { name: ' Ada ', models: ['a', 'b'], one: 'c' },
  error: { name: ['Too short.', 'Too plain.'], daily: ['No amount.'] },
};

describe('the result of a submitted form', () => {
  it('contains the typed value of a field and its first error', () => {
    expect(answeredField(ANSWER, 'name')).toEqual({ typed: ' Ada ', error: 'Too short.' });
    expect(answeredField(ANSWER, 'daily')).toEqual({ typed: '', error: 'No amount.' });
    expect(answeredField(ANSWER, 'weekly')).toEqual({ typed: '', error: undefined });
  });

  it('contains the chosen values of a list', () => {
    expect(answeredList(ANSWER, 'models')).toEqual(['a', 'b']);
    expect(answeredList(ANSWER, 'one')).toEqual(['c']);
    expect(answeredList(ANSWER, 'none')).toEqual([]);
  });
});
