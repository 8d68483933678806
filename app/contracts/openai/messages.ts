import { z } from 'zod';

/**
 * The turns of a chat completion in OpenAI's format, with additions of other makers. Unlisted fields are
 * dropped: a field that we do not count could still be billed by the provider.
 */

/** Marks for the prompt cache, which Anthropic's models use. */
export const cacheControl = z
  .object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .optional()
  .catch(undefined);

/** Clients write null for an optional field that they leave empty. */
const orAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

const text = z.object({ type: z.literal('text'), text: z.string(), cache_control: cacheControl });

const image = z.object({
  type: z.literal('image_url'),
  image_url: z.object({
    url: z
      .string()
      .refine(
        (url) => url.startsWith('data:image/') || url.startsWith('https://') || url.startsWith('http://'),
        { message: 'must be an http(s) address or a data:image/… URL' },
      ),
    detail: orAbsent(z.enum(['auto', 'low', 'high', 'original'])),
  }),
  cache_control: cacheControl,
});

const audio = z.object({
  type: z.literal('input_audio'),
  input_audio: z.object({ data: z.string().min(1), format: z.string().min(1) }),
  cache_control: cacheControl,
});

const file = z.object({
  type: z.literal('file'),
  file: z.object({
    file_data: orAbsent(z.string()),
    file_id: orAbsent(z.string()),
    filename: orAbsent(z.string()),
  }),
  cache_control: cacheControl,
});

/**
 * A data: URL of a video. The length of a video at an http address is not known here, so its cost cannot be
 * reserved.
 */
export const videoUrl = z.string().regex(/^data:video\/[\w.+-]{1,64}(?:;[^;]{1,128}){0,4};base64,/, {
  message: 'must be a data:video/…;base64,… URL; videos at addresses are not fetched',
});

/**
 * A video in OpenRouter's format, under its newer or its older name. It is passed on as a file: OpenAI's
 * types have no videos.
 */
const video = z
  .object({
    type: z.enum(['video_url', 'input_video']),
    video_url: z.object({ url: videoUrl }),
    cache_control: cacheControl,
  })
  .transform(({ video_url: { url }, cache_control }) => ({
    type: 'file' as const,
    file: { file_data: url, file_id: undefined, filename: undefined },
    cache_control,
  }));

const refusal = z.object({ type: z.literal('refusal'), refusal: z.string() });
const name = orAbsent(z.string());

const words = z.union([z.string(), z.array(text)], {
  error: 'must be a string or a list of text parts',
});

const toolCall = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('function'),
    id: z.string().min(1),
    function: z.object({ name: z.string().min(1), arguments: z.string() }),
  }),
  z.object({
    type: z.literal('custom'),
    id: z.string().min(1),
    custom: z.object({ name: z.string().min(1), input: z.string() }),
  }),
]);

const assistantContent = z.union([z.string(), z.array(z.discriminatedUnion('type', [text, refusal]))]);
const parts = z.array(z.discriminatedUnion('type', [text, image, audio, video, file]));

const assistant = z
  .object({
    role: z.literal('assistant'),
    name,
    content: assistantContent.nullish(),
    refusal: z.string().nullish(),
    tool_calls: z
      .array(toolCall)
      .max(128)
      .nullish()
      .transform((calls) => (calls?.length ? calls : undefined))
      .optional(),
    function_call: z.object({ name: z.string(), arguments: z.string() }).nullish(),
    /** Thoughts from an earlier answer, for makers that expect them back with the results of tools. */
    reasoning_content: z.string().nullish(),
    reasoning_details: z
      .array(
        z.object({
          type: z.string(),
          format: z.string().nullish(),
          text: z.string().nullish(),
          signature: z.string().nullish(),
          data: z.string().nullish(),
          id: z.string().nullish(),
          index: orAbsent(z.int()),
        }),
      )
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
    z.object({ role: z.literal('system'), name, content: words }),
    z.object({ role: z.literal('developer'), name, content: words }),
    z.object({
      role: z.literal('user'),
      name,
      content: z.union([z.string(), parts], {
        error: 'must be a string or a list of parts of type text, image_url, input_audio, video_url or file',
      }),
    }),
    assistant,
    z.object({
      role: z.literal('tool'),
      tool_call_id: z.string().min(1),
      content: z.union([z.string(), parts]),
    }),
    z.object({ role: z.literal('function'), name: z.string().min(1), content: z.string().nullable() }),
  ],
  { error: 'must have a role of system, developer, user, assistant or tool' },
);
