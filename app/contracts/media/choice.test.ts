import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { choiceFields, readChoice, shapeOf } from './choice.ts';

describe('shapeOf', () => {
  it.each([
    [{ size: '1024x1536' }, 'image', { width: 1024, height: 1536 }],
    [{ aspectRatio: '21:9' }, 'video', { width: 21, height: 9 }],
    [{}, 'image', { width: 1, height: 1 }],
    [{ seconds: 4 }, 'video', { width: 16, height: 9 }],
    [{ aspectRatio: '0:9' }, 'image', { width: 1, height: 1 }],
  ] as const)('of %j for kind %s', (choice, kind, shape) => {
    expect(shapeOf(choice, kind)).toEqual(shape);
  });
});

describe('the fields of a choice', () => {
  const schema = z.object(choiceFields);

  it('are read from a form or from JSON; unset ones are omitted', () => {
    const said = schema.parse({ seconds: '8', size: '1280x720', resolution: null });
    expect(readChoice(said)).toEqual({ seconds: 8, size: '1280x720' });
    expect(readChoice(schema.parse({ seconds: 8 }))).toEqual({ seconds: 8 });
    expect(readChoice(schema.parse({}))).toBeUndefined();
  });

  it.each([
    ['size', '10'],
    ['aspectRatio', '16x9'],
    ['seconds', 'long'],
    ['seconds', 0],
    ['resolution', 'x'.repeat(17)],
    ['partialImages', 4],
  ])('refuse a %s of %j', (field, value) => {
    expect(schema.safeParse({ [field]: value }).error?.issues[0]?.path).toEqual([field]);
  });
});
