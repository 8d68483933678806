import { describe, expect, it } from 'vitest';
import {
  imageRequest as image,
  orderContext,
  PNG,
  videoRequest as video,
} from '#tests/factories/media-orders.ts';
import { toOrder as toBflOrder } from '../bfl/index.ts';
import type { MediaInput } from './contract.ts';
import { imageOrder, videoOrder } from '../fal/index.ts';
import { toGeminiCall, toImagenCall } from '../google/media/images.ts';
import { toVeoOrder } from '../google/media/videos.ts';
import { bearer, toOrder as toKlingOrder } from '../kling/index.ts';
import { toOrder as toLumaOrder } from '../luma/index.ts';
import { toFirstOrder, toSecondOrder } from '../minimax/index.ts';
import { toCall as toOpenAiImages } from '../openai/images/index.ts';
import { toOrder as toOpenAiOrder } from '../openai/videos/index.ts';
import { imageWriters, videoWriters } from '../replicate/options.ts';
import { toOrder as toRunwayOrder } from '../runway/index.ts';
import { writeFields } from './shared/fields.ts';
import { toCall as toStabilityCall } from '../stability/index.ts';

const MP4: MediaInput = { mimeType: 'video/mp4', bytes: Buffer.from('video') };
const PNG_URL = `data:image/png;base64,${PNG.bytes.toString('base64')}`;
const WEBHOOK = 'https://parlance.example/hook/k1';
const context = orderContext(WEBHOOK);
const size = { width: 1280, height: 720 };

describe('an image order', () => {
  it('for fal: has the model’s options, an edit path for input images, and the webhook', () => {
    const order = imageOrder(
      image({ model: 'fal-ai/flux/dev', count: 2, size, seed: 7, outputFormat: 'jpeg', images: [PNG] }),
      context,
    );
    expect(order.url.pathname).toBe('/v1/fal-ai/flux/dev/image-to-image');
    expect(order.url.searchParams.get('fal_webhook')).toBe(WEBHOOK);
    expect(order.json).toEqual({
      prompt: 'a fox',
      num_images: 2,
      image_url: PNG_URL,
      image_size: size,
      seed: 7,
      output_format: 'jpeg',
    });
    expect(imageOrder(image({ model: 'fal-ai/flux-2-pro', images: [PNG, PNG] }), context).json).toEqual({
      prompt: 'a fox',
      image_urls: [PNG_URL, PNG_URL],
    });
    const edit = image({ model: 'fal-ai/bytedance/seedream/v5/lite/text-to-image', images: [PNG] });
    expect(imageOrder(edit, context).url.pathname).toBe('/v1/fal-ai/bytedance/seedream/v5/lite/edit');
  });

  it('for Replicate: has the model’s field names', () => {
    const flux = image({ model: 'black-forest-labs/flux-2-pro', size, outputFormat: 'jpeg', images: [PNG] });
    expect(writeFields(flux, imageWriters(flux.model))).toEqual({
      prompt: 'a fox',
      aspect_ratio: 'custom',
      width: 1280,
      height: 720,
      output_format: 'jpg',
      input_images: [PNG_URL],
    });
  });

  it('for Black Forest Labs: numbers the images, and has a secret only with a webhook', () => {
    const credentials = { ...context.credentials, webhookSecret: 'sign-with-this' };
    const order = image({ model: 'flux-2-pro', size, images: [PNG, PNG] });
    const base64 = PNG.bytes.toString('base64');
    const json = { prompt: 'a fox', width: 1280, height: 720, input_image: base64, input_image_2: base64 };
    expect(toBflOrder(order, { ...context, credentials }).json).toEqual({
      ...json,
      webhook_url: WEBHOOK,
      webhook_secret: 'sign-with-this',
    });
    expect(toBflOrder(order, { ...context, credentials, webhookUrl: null }).json).toEqual(json);
  });

  it('for Stability: is a form, with a strength beside an image', () => {
    const { form, url } = toStabilityCall(image({ model: 'sd3.5-large', seed: 3, images: [PNG] }), context);
    expect(url.pathname).toBe('/v1/v2beta/stable-image/generate/sd3');
    expect(Object.fromEntries([...form!].filter(([, value]) => typeof value === 'string'))).toEqual({
      prompt: 'a fox',
      seed: '3',
      model: 'sd3.5-large',
      mode: 'image-to-image',
      strength: '0.7',
    });
    const core = toStabilityCall(image({ model: 'stable-image-core', aspectRatio: '16:9' }), context);
    expect(core.url.pathname).toBe('/v1/v2beta/stable-image/generate/core');
    expect([...core.form!.keys()]).toEqual(['prompt', 'aspect_ratio']);
  });

  it('for OpenAI: is JSON for text, and a form for edits', async () => {
    const words = image({
      model: 'gpt-image-2',
      size,
      quality: 'low',
      partialImages: 2,
      outputFormat: 'webp',
    });
    const made = toOpenAiImages(words, context);
    expect(made.url.href).toBe('https://api.example/v1/images/generations');
    expect(made.json).toEqual({
      model: 'gpt-image-2',
      prompt: 'a fox',
      n: 1,
      size: '1280x720',
      quality: 'low',
      output_format: 'webp',
      stream: true,
      partial_images: 2,
    });
    const edit = image({ model: 'gpt-image-1', count: 2, images: [PNG, PNG], mask: PNG });
    const edited = toOpenAiImages(edit, context);
    expect(edited.url.pathname).toBe('/v1/images/edits');
    expect([...edited.form!.keys()]).toEqual(['model', 'prompt', 'n', 'image[]', 'image[]', 'mask']);
    const file = edited.form!.get('mask') as File;
    expect({ type: file.type, bytes: Buffer.from(await file.arrayBuffer()) }).toEqual({
      type: 'image/png',
      bytes: PNG.bytes,
    });
  });

  it('for Google: has text and images as parts, below the version of the chat address', () => {
    const google = { ...context, credentials: { apiKey: 'k', baseUrl: 'https://g.example/v1beta/openai/' } };
    const request = image({
      model: 'gemini-3-pro-image',
      aspectRatio: '16:9',
      resolution: '2K',
      images: [PNG],
    });
    const asked = toGeminiCall(request, google);
    expect(asked.url.href).toBe('https://g.example/v1beta/models/gemini-3-pro-image:generateContent');
    expect(asked.json).toEqual({
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'a fox' },
            { inlineData: { mimeType: 'image/png', data: PNG.bytes.toString('base64') } },
          ],
        },
      ],
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        maxOutputTokens: 8192,
        imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
      },
    });
    const imagen = image({
      model: 'imagen-4.0-generate-001',
      count: 3,
      outputFormat: 'jpeg',
      outputCompression: 80,
    });
    expect(toImagenCall(imagen, google).json).toEqual({
      instances: [{ prompt: 'a fox' }],
      parameters: {
        sampleCount: 3,
        includeRaiReason: true,
        outputOptions: { mimeType: 'image/jpeg', compressionQuality: 80 },
      },
    });
  });
});

describe('a video order', () => {
  it('for fal, Replicate, Luma and MiniMax: has their field names', () => {
    const kling = video({ model: 'fal-ai/kling-video/v4', seconds: 8, firstFrame: PNG, sound: true });
    const order = videoOrder(kling, { ...context, webhookUrl: null });
    expect(order.url.href).toBe('https://api.example/v1/fal-ai/kling-video/v4/image-to-video');
    expect(order.json).toEqual({ prompt: 'a fox', duration: '8', image_url: PNG_URL, generate_audio: true });
    const veo = video({ model: 'google/veo-3.1', seconds: 8, lastFrame: PNG });
    expect(writeFields(veo, videoWriters(veo.model))).toEqual({
      prompt: 'a fox',
      duration: 8,
      last_frame: PNG_URL,
    });
    expect(toLumaOrder(video({ model: 'ray-2', seconds: 5, firstFrame: PNG }), context).json).toEqual({
      model: 'ray-2',
      prompt: 'a fox',
      duration: '5s',
      keyframes: { frame0: { type: 'image', url: PNG_URL } },
      callback_url: WEBHOOK,
    });
    const modify = toLumaOrder(video({ model: 'ray-2', video: MP4 }), context);
    expect(modify.url.pathname).toBe('/v1/generations/video/modify');
    expect(modify.json).toMatchObject({ generation_type: 'modify_video', mode: 'flex_1' });
    expect(toFirstOrder(video({ model: 'MiniMax-Hailuo-02', seconds: 6, firstFrame: PNG }), context)).toEqual(
      {
        model: 'MiniMax-Hailuo-02',
        prompt: 'a fox',
        duration: 6,
        first_frame_image: PNG_URL,
        callback_url: WEBHOOK,
      },
    );
    expect(
      toSecondOrder(video({ model: 'MiniMax-H3', seconds: 4, lastFrame: PNG }), orderContext(null)),
    ).toEqual({
      model: 'MiniMax-H3',
      content: [
        { type: 'text', text: 'a fox' },
        { type: 'image_url', image_url: { url: PNG_URL }, role: 'last_frame' },
      ],
      duration: 4,
    });
  });

  it('for OpenAI, Veo and Runway: has their field names', () => {
    const { form, headers } = toOpenAiOrder(
      video({ model: 'sora-2', seconds: 8, size, firstFrame: PNG }),
      context,
    );
    expect([...form!.keys()]).toEqual(['model', 'prompt', 'seconds', 'size', 'input_reference']);
    expect([form!.get('seconds'), form!.get('size')]).toEqual(['8', '1280x720']);
    expect(headers['idempotency-key']).toBe('k1');
    expect(
      toVeoOrder(video({ model: 'veo-3.1', seconds: 8, firstFrame: PNG, sound: true }), context).json,
    ).toEqual({
      instances: [
        {
          prompt: 'a fox',
          image: { bytesBase64Encoded: PNG.bytes.toString('base64'), mimeType: 'image/png' },
        },
      ],
      parameters: { sampleCount: 1, durationSeconds: 8 },
    });
    const runway = toRunwayOrder(
      video({ model: 'veo3.1', aspectRatio: '16:9', firstFrame: PNG, lastFrame: PNG }),
      context,
    );
    expect(runway.url.pathname).toBe('/v1/v1/image_to_video');
    expect(runway.json).toEqual({
      model: 'veo3.1',
      promptText: 'a fox',
      ratio: '1280:720',
      promptImage: [
        { uri: PNG_URL, position: 'first' },
        { uri: PNG_URL, position: 'last' },
      ],
    });
  });

  it('for Kling: contains our key, and is authorized by a signature with both of its keys', async () => {
    const { kind, json } = toKlingOrder(video({ model: 'kling-v2-6', seconds: 10, sound: false }), context);
    expect(kind).toBe('text2video');
    expect(json).toEqual({
      model_name: 'kling-v2-6',
      prompt: 'a fox',
      duration: '10',
      sound: 'off',
      external_task_id: 'k1',
      callback_url: WEBHOOK,
    });
    const [, claims = ''] = (await bearer('access:secret', 1_760_000_000_000)).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      iss: 'access',
      exp: 1_760_001_800,
      nbf: 1_759_999_995,
    });
    await expect(bearer('access-alone')).rejects.toMatchObject({ code: 'invalid_api_key' });
  });
});
