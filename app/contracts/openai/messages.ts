import { z } from 'zod';

/** The turns of a chat completion, as OpenAI takes them. Unknown fields pass: providers add their own. */

const text = z.looseObject({ type: z.literal('text'), text: z.string() });

const image = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z
      .string()
      .refine(
        (url) => url.startsWith('data:image/') || url.startsWith('https://') || url.startsWith('http://'),
        { message: 'must be an http(s) address or a data:image/… URL' },
      ),
    detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
  }),
});

const audio = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string().min(1), format: z.string().min(1) }),
});

const file = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: z.string().optional(),
    file_id: z.string().optional(),
    filename: z.string().optional(),
  }),
});

const refusal = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

const words = z.union([z.string(), z.array(text).min(1)], {
  error: 'must be a string or a list of text parts',
});

const toolCall = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('function'),
    id: z.string().min(1),
    function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
  }),
  z.looseObject({
    type: z.literal('custom'),
    id: z.string().min(1),
    custom: z.looseObject({ name: z.string().min(1), input: z.string() }),
  }),
]);

const said = z.union([z.string(), z.array(z.discriminatedUnion('type', [text, refusal])).min(1)]);

const assistant = z
  .looseObject({
    role: z.literal('assistant'),
    content: said.nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(toolCall).min(1).max(128).optional(),
    function_call: z.looseObject({ name: z.string(), arguments: z.string() }).nullish(),
    /** Thoughts as they were given, for makers that want them back with the results of tools. */
    reasoning_details: z
      .array(z.looseObject({ type: z.string() }))
      .max(128)
      .nullish(),
  })
  .refine(
    (turn) =>
      (turn.content !== null && turn.content !== undefined) ||
      turn.tool_calls !== undefined ||
      Boolean(turn.function_call) ||
      Boolean(turn.refusal),
    { message: 'an assistant message needs content, a refusal or tool_calls', path: ['content'] },
  );

export const message = z.discriminatedUnion(
  'role',
  [
    z.looseObject({ role: z.literal('system'), content: words }),
    z.looseObject({ role: z.literal('developer'), content: words }),
    z.looseObject({
      role: z.literal('user'),
      content: z.union(
        [z.string(), z.array(z.discriminatedUnion('type', [text, image, audio, file])).min(1)],
        {
          error: 'must be a string or a list of parts of type text, image_url, input_audio or file',
        },
      ),
    }),
    assistant,
    z.looseObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: words }),
    z.looseObject({ role: z.literal('function'), name: z.string().min(1), content: z.string().nullable() }),
  ],
  { error: 'must have a role of system, developer, user, assistant or tool' },
);
