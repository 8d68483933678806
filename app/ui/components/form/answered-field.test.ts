import { describe, expect, it } from 'vitest';
import { answeredField, answeredList } from './answered-field.ts';

const ANSWER = {
  status: 'error' as const,
  initialValue: { name: ' Ada ', models: ['a', 'b'], one: 'c' },
  error: { name: ['Too short.', 'Too plain.'], daily: ['No amount.'] },
};

describe('a form that came back', () => {
  it('says of a field what was typed and the first thing that is wrong', () => {
    expect(answeredField(ANSWER, 'name')).toEqual({ typed: ' Ada ', error: 'Too short.' });
    expect(answeredField(ANSWER, 'daily')).toEqual({ typed: '', error: 'No amount.' });
    expect(answeredField(ANSWER, 'weekly')).toEqual({ typed: '', error: undefined });
  });

  it('says what was chosen of a list', () => {
    expect(answeredList(ANSWER, 'models')).toEqual(['a', 'b']);
    expect(answeredList(ANSWER, 'one')).toEqual(['c']);
    expect(answeredList(ANSWER, 'none')).toEqual([]);
  });
});
