import { z } from 'zod';
import { videoUrl } from '../messages.ts';
import { hostedItem } from './hosted-items.ts';

/** The items of a response's input, in OpenAI's format. Unlisted fields are dropped. */

const id = z.string().max(200).nullish();

const inputText = z.object({ type: z.literal('input_text'), text: z.string() });
const outputText = z.object({ type: z.literal('output_text'), text: z.string() });
const refusal = z.object({ type: z.literal('refusal'), refusal: z.string() });

const inputImage = z.object({
  type: z.literal('input_image'),
  image_url: z
    .string({ error: 'must be an http(s) address or a data:image/… URL; pictures are not kept by ids' })
    .refine(
      (url) => url.startsWith('data:image/') || url.startsWith('https://') || url.startsWith('http://'),
      { message: 'must be an http(s) address or a data:image/… URL' },
    ),
  detail: z.enum(['auto', 'low', 'high', 'original']).nullish(),
});

const inputFile = z.object({
  type: z.literal('input_file'),
  file_data: z.string({ error: 'must be the file itself, as a data: URL; files are not kept by ids' }),
  filename: z.string().nullish(),
});

/** OpenRouter's format. It is passed on as a file, because OpenAI's items have no videos. */
const inputVideo = z
  .object({ type: z.literal('input_video'), video_url: videoUrl })
  .transform(({ video_url }) => ({
    type: 'input_file' as const,
    file_data: video_url,
    filename: undefined,
  }));

const media = [inputText, inputImage, inputVideo, inputFile] as const;
const userPart = z.discriminatedUnion('type', media, {
  error: 'must be of type input_text, input_image, input_video or input_file',
});
const assistantPart = z.discriminatedUnion('type', [outputText, refusal, ...media], {
  error: 'must be of type output_text, refusal, input_text, input_image, input_video or input_file',
});
const shown = z.union([z.string(), z.array(userPart)], {
  error: 'must be a string or a list of parts of type input_text, input_image, input_video or input_file',
});

const type = z.literal('message');
const message = z.discriminatedUnion(
  'role',
  [
    z.object({ type, id, role: z.literal('user'), content: shown }),
    z.object({
      type,
      id,
      role: z.literal('assistant'),
      content: z.union([z.string(), z.array(assistantPart)]),
    }),
    z.object({ type, id, role: z.literal('system'), content: shown }),
    z.object({ type, id, role: z.literal('developer'), content: shown }),
  ],
  { error: 'must have a role of user, assistant, system or developer' },
);

const callId = z.string().min(1).max(512);
const summary = z.object({ type: z.literal('summary_text'), text: z.string() });
const thought = z.object({ type: z.literal('reasoning_text'), text: z.string() });

/** An item with its type filled in. */
export const plainItem = z.discriminatedUnion(
  'type',
  [
    message,
    z.object({
      type: z.literal('function_call'),
      id,
      call_id: callId,
      name: z.string().min(1),
      namespace: z.string().nullish(),
      arguments: z.string(),
    }),
    z.object({ type: z.literal('function_call_output'), id, call_id: callId, output: shown }),
    z.object({
      type: z.literal('custom_tool_call'),
      id,
      call_id: callId,
      name: z.string().min(1),
      namespace: z.string().nullish(),
      input: z.string(),
    }),
    z.object({ type: z.literal('custom_tool_call_output'), id, call_id: callId, output: shown }),
    z.object({
      type: z.literal('reasoning'),
      id,
      summary: z.array(summary).max(128).nullish(),
      content: z.array(thought).max(128).nullish(),
      encrypted_content: z.string().nullish(),
    }),
    hostedItem,
    z.object({ type: z.literal('item_reference'), id: z.string().min(1).max(200) }),
  ],
  {
    error:
      'must be of type message, function_call, function_call_output, custom_tool_call, custom_tool_call_output, reasoning or item_reference, or an item of a hosted tool',
  },
);

/** Clients omit the type of items that have a role, and of items that have only an id. */
function withType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { type: given } = value as { type?: unknown };
  if (given !== undefined && given !== null) return value;
  return { ...value, type: 'role' in value || !('id' in value) ? 'message' : 'item_reference' };
}

/** Longer than any real conversation. The limit exists because each item is checked. */
export const MAX_ITEMS = 10_000;

const inputItem = z.preprocess(withType, plainItem);

/** A plain text becomes a message of the user. */
function withItems(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? [{ role: 'user', content: value }] : value;
}

/** The input of a response, as items. */
export const input = z
  .preprocess(
    withItems,
    z
      .array(inputItem, { error: 'must be a text that is not empty, or a list of items' })
      .min(1)
      .max(MAX_ITEMS),
  )
  .describe('A text of the user, or items.');

/** One item of an input, after validation. */
export type InputItem = z.output<typeof plainItem>;
/** An item that is no reference to another one. */
export type PlainItem = Exclude<InputItem, { type: 'item_reference' }>;
