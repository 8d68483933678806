import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseForm, readFields, TEXT_AS_TYPED } from './parse-form.ts';

const SCHEMA = z.object({
  email: z.string('An address is required.'),
  models: z.array(z.string()).optional(),
});

function formOf(...fields: [name: string, value: string | Blob][]): FormData {
  return formWith(fields);
}

function formWith(fields: readonly [name: string, value: string | Blob][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value as string);
  return form;
}

describe('a form', () => {
  it('is read by the names of its schema', () => {
    const submission = parseForm(formOf(['email', ' ada@b.example '], ['act', 'save']), SCHEMA);
    expect(submission.status === 'success' && submission.value).toEqual({ email: ' ada@b.example ' });
    expect(submission.payload).toEqual({ email: ' ada@b.example ' });
  });

  it('returns the typed values, and errors by field', () => {
    const { initialValue, error } = parseForm(formOf(['email', ''], ['models', 'a']), SCHEMA).reply();
    expect(initialValue).toEqual({ models: 'a' });
    expect(error).toEqual({ email: ['An address is required.'] });
  });

  it.each([
    'email[9999999]',
    'email[0]',
    'email.x',
    'models[9999999]',
    '__proto__.x',
    `a${'[0]'.repeat(9_000)}`,
  ])('ignores a field name like %#', (name) => {
    const submission = parseForm(formOf([name, 'x']), SCHEMA);
    expect(submission.status).toBe('error');
    expect(submission.payload).toEqual({});
  });

  it('takes the first of several texts of one name, and all entries of a list up to a maximum', () => {
    const many = Array.from({ length: 300_000 }, (): [string, string] => ['email', 'x']);
    expect(parseForm(formWith(many), SCHEMA).payload).toEqual({ email: 'x' });
    const list = parseForm(formOf(['email', 'x'], ['models', 'a'], ['models', 'b']), SCHEMA);
    expect(list.status === 'success' && list.value.models).toEqual(['a', 'b']);
    const models = many.map((): [string, string] => ['models', 'm']);
    expect((parseForm(formWith(models), SCHEMA).payload['models'] as string[]).length).toBeLessThan(2_000);
  });

  it('treats an empty field as absent, unless its text is read as typed', () => {
    const schema = z.object({ title: z.string().optional(), text: TEXT_AS_TYPED });
    expect(readFields(formOf(['title', ''], ['text', '']), schema)).toEqual({ text: '' });
    expect(readFields(formOf(['title', 'a']), schema)).toEqual({ title: 'a' });
  });

  it('contains no file in place of a text', () => {
    expect(parseForm(formOf(['email', new Blob(['x'])]), SCHEMA).payload).toEqual({});
  });
});

describe('the fields of a form without error messages', () => {
  it('are read, or the first wrong field is named in the error', () => {
    expect(readFields(formOf(['email', 'a']), SCHEMA)).toEqual({ email: 'a' });
    expect(() => readFields(formOf(), SCHEMA)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        param: 'email',
        message: 'An address is required.',
      }) as Error,
    );
  });
});
