import type {
  ImageRequest,
  MediaInput,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';

export const PNG: MediaInput = { mimeType: 'image/png', bytes: Buffer.from('picture') };

/** The context of an order. @param webhookUrl null if the server is not reachable from outside */
export const orderContext = (webhookUrl: string | null): OrderContext => ({
  signal: new AbortController().signal,
  credentials: { apiKey: 'id:secret', baseUrl: 'https://api.example/v1' },
  key: 'k1',
  webhookUrl,
});

export const imageRequest = (more: Partial<ImageRequest> & { model: string }): ImageRequest => ({
  prompt: 'a fox',
  count: 1,
  images: [],
  ...more,
});

export const videoRequest = (more: Partial<VideoRequest> & { model: string }): VideoRequest => ({
  prompt: 'a fox',
  ...more,
});
