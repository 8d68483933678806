import { z } from 'zod';

const text = z.strictObject({ type: z.literal('text'), text: z.string() });
const refusal = z.strictObject({ type: z.literal('refusal'), refusal: z.string() });
const image = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({
    url: z.string().regex(/^(https?:|data:image\/(?:png|jpeg|gif|webp);base64,)/),
    detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
  }),
});
const audio = z.strictObject({
  type: z.literal('input_audio'),
  input_audio: z.strictObject({ data: z.base64(), format: z.enum(['wav', 'mp3']) }),
});
const file = z.strictObject({
  type: z.literal('file'),
  file: z.strictObject({
    file_data: z.string().optional(),
    file_id: z.string().optional(),
    filename: z.string().optional(),
  }),
});

/** OpenRouter's field, which hosts of open models accept. */
const video = z.strictObject({
  type: z.literal('video_url'),
  video_url: z.strictObject({ url: z.string().regex(/^data:video\/(?:mp4|quicktime|webm);base64,/) }),
});

const words = z.union([z.string(), z.array(text).min(1)]);
const said = z.union([z.string(), z.array(z.discriminatedUnion('type', [text, refusal])).min(1)]);
const asked = z.union([
  z.string(),
  z.array(z.discriminatedUnion('type', [text, image, audio, video, file])).min(1),
]);
const name = z.string().optional();
const functionCall = z.strictObject({ name: z.string(), arguments: z.string() });

const toolCall = z.discriminatedUnion('type', [
  z.strictObject({ id: z.string(), type: z.literal('function'), function: functionCall }),
  z.strictObject({
    id: z.string(),
    type: z.literal('custom'),
    custom: z.strictObject({ name: z.string(), input: z.string() }),
  }),
]);

/** One turn of a conversation. */
export const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: words, name }),
  z.strictObject({ role: z.literal('developer'), content: words, name }),
  z.strictObject({ role: z.literal('user'), content: asked, name }),
  z.strictObject({
    role: z.literal('assistant'),
    content: said.nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(toolCall).min(1).optional(),
    function_call: functionCall.nullish(),
    // Models that show their reasoning accept it back; the maker's own API does neither.
    reasoning_content: z.string().nullish(),
    name,
  }),
  z.strictObject({ role: z.literal('tool'), content: words, tool_call_id: z.string() }),
  z.strictObject({ role: z.literal('function'), content: z.string().nullable(), name: z.string() }),
]);

export type ChatMessage = z.output<typeof message>;
