import { IDEMPOTENCY_KEY, type Operation } from './operation.server.ts';
import { schemaRef } from './schemas.server.ts';

const VIDEO_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The ID of a video.',
  schema: { type: 'string' },
};
const ORDER_HEADERS = ['GenerationId', 'IgnoredParameters', 'IdempotentReplayed'] as const;
const VIDEO_FORM = {
  schema: {
    allOf: [
      schemaRef('VideoRequest'),
      { type: 'object', properties: { input_reference: { type: 'string', format: 'binary' } } },
    ],
  },
};
/** Videos: order, poll, download. */
export const VIDEO_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/videos',
    operationId: 'createVideo',
    tag: 'Videos',
    summary: 'Create a video',
    description:
      'Accepts what OpenAI’s video API accepts, as a form or as JSON. You get a response immediately; the video is created in ' +
      'the meantime, and you don’t have to wait for it. A retry with the same Idempotency-Key returns the same video.',
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('VideoRequest'),
      example: { model: 'google/veo-3.1', prompt: 'A quiet harbour at dawn', seconds: '4' },
    },
    form: VIDEO_FORM,
    answer: { schema: 'Video', description: 'The new video.', headers: ORDER_HEADERS },
    errors: 'asking',
  },
  {
    method: 'get',
    path: '/videos',
    operationId: 'listVideos',
    tag: 'Videos',
    summary: 'List videos',
    description: 'The videos of the last day.',
    parameters: [
      {
        name: 'after',
        in: 'query',
        description: 'The last ID of the previous page.',
        schema: { type: 'string' },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'How many videos to return; 20 by default.',
        schema: { type: 'integer', minimum: 1, maximum: 100 },
      },
      {
        name: 'order',
        in: 'query',
        description: 'Order by time; the newest come first by default.',
        schema: { type: 'string', enum: ['asc', 'desc'] },
      },
    ],
    answer: { schema: 'VideoList', description: 'A page of videos.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/videos/{id}',
    operationId: 'getVideo',
    tag: 'Videos',
    summary: 'Get a video',
    description: 'Its progress, and whether it is ready.',
    parameters: [VIDEO_ID],
    answer: { schema: 'Video', description: 'The video.' },
    errors: 'read',
  },
  {
    method: 'delete',
    path: '/videos/{id}',
    operationId: 'deleteVideo',
    tag: 'Videos',
    summary: 'Cancel or delete a video',
    description:
      'Cancels a video in progress if the provider can cancel it; otherwise it continues, becomes available, and you pay for ' +
      'it. If the video has ended, deletes its file; the receipt stays.',
    parameters: [VIDEO_ID],
    answer: { schema: 'VideoDeleted', description: 'Whether the video was deleted.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/videos/{id}/content',
    operationId: 'getVideoContent',
    tag: 'Videos',
    summary: 'Download a video',
    description:
      'Its bytes, for a day; use a `range` to get part of them. Until the video is ready, you get a 409.',
    parameters: [
      VIDEO_ID,
      {
        name: 'variant',
        in: 'query',
        description: 'Thumbnails and spritesheets are not available.',
        schema: { type: 'string', enum: ['video'] },
      },
    ],
    answer: { file: 'video/mp4', description: 'The video.', headers: ['GenerationId'] },
    errors: 'fetching',
  },
];
