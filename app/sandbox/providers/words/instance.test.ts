import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { instanceOf, SchemaError } from './instance.ts';

interface Tree {
  name: string;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});

// Checks instances with zod, which also writes the JSON schemas that they are made from.
const SCHEMAS: Record<string, z.ZodType> = {
  'texts with bounds': z.object({ short: z.string().max(3), long: z.string().min(200) }),
  formats: z.object({
    mail: z.email(),
    when: z.iso.datetime(),
    day: z.iso.date(),
    id: z.uuid(),
    at: z.url(),
  }),
  patterns: z.object({ code: z.string().regex(/^[A-Z]{3}$/), version: z.string().regex(/^\d+\.\d+\.\d+$/) }),
  'numbers with bounds': z.object({
    least: z.number().min(5),
    most: z.number().max(-5),
    between: z.number().gt(0).lt(1),
    whole: z.int().min(-3).max(0),
    step: z.number().multipleOf(7).min(10),
  }),
  'lists with bounds': z.object({ three: z.array(z.int()).min(3), none: z.array(z.string()).max(0) }),
  'a list of fixed places': z.tuple([z.string(), z.int(), z.boolean()]),
  alternatives: z.object({
    kind: z.enum(['one', 'two']),
    fixed: z.literal(7),
    either: z.union([z.object({ a: z.string() }), z.int()]),
    told: z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), a: z.int() }),
      z.object({ type: z.literal('b'), b: z.string() }),
    ]),
  }),
  'what may be missing or null': z.object({
    perhaps: z.string().optional(),
    nothing: z.null(),
    nullable: z.int().nullable(),
  }),
  'parts put together': z.intersection(z.object({ a: z.string() }), z.object({ b: z.int() })),
  'a schema that contains itself': tree,
  'a map': z.record(z.string(), z.int()),
};

describe('an instance made from a schema', () => {
  it.each(Object.entries(SCHEMAS))('is accepted by its schema: %s', (_name, schema) => {
    const instance = instanceOf(z.toJSONSchema(schema), 'the river');
    expect(schema.safeParse(instance)).toMatchObject({ success: true });
  });

  it('contains the given words', () => {
    expect(instanceOf({ type: 'object', properties: { said: { type: 'string' } } }, 'the river')).toEqual({
      said: 'the river',
    });
  });

  it.each([
    { type: 'string', pattern: '^(?=never)a$' },
    { $ref: '#/$defs/nowhere' },
    { $ref: '#' },
    { type: 'object', properties: { me: { $ref: '#' } }, required: ['me'] },
  ])('is not made if none can be found: %j', (schema) => {
    expect(() => instanceOf(schema, 'the river')).toThrow(SchemaError);
  });
});
