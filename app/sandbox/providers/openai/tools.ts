import { z } from 'zod';

const name = z.string().regex(/^[\w-]{1,64}$/);
const description = z.string().optional();
const functionTool = z.strictObject({
  name,
  description,
  parameters: z.looseObject({}).optional(),
  strict: z.boolean().nullish(),
});

/** A function with JSON arguments, or a tool that accepts plain text. */
export const tool = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('function'), function: functionTool }),
  z.strictObject({
    type: z.literal('custom'),
    custom: z.strictObject({
      name,
      description,
      // Grammars are for the model's decoder: the sandbox has none.
      format: z.strictObject({ type: z.literal('text') }).optional(),
    }),
  }),
]);

const named = z.strictObject({ name: z.string() });
const choice = [
  z.strictObject({ type: z.literal('function'), function: named }),
  z.strictObject({ type: z.literal('custom'), custom: named }),
] as const;

export const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.discriminatedUnion('type', [
    ...choice,
    z.strictObject({
      type: z.literal('allowed_tools'),
      allowed_tools: z.strictObject({
        mode: z.enum(['auto', 'required']),
        tools: z.array(z.discriminatedUnion('type', [...choice])).min(1),
      }),
    }),
  ]),
]);

/** The form of 2023. */
export const functions = z
  .array(functionTool.omit({ strict: true }))
  .min(1)
  .max(128);
export const functionChoice = z.union([z.enum(['none', 'auto']), named]);
