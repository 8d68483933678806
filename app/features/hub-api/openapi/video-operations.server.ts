import { IDEMPOTENCY_KEY, type Operation } from './operation.server.ts';
import { schemaRef } from './schemas.server.ts';

const VIDEO_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a video.',
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
    summary: 'Order a video',
    description:
      'Takes what OpenAI’s video API takes, as a form or as JSON. The answer comes at once; the video is made meanwhile, and ' +
      'nobody has to wait for it. A repeat with the same Idempotency-Key is answered with the same video.',
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('VideoRequest'),
      example: { model: 'google/veo-3.1', prompt: 'A quiet harbour at dawn', seconds: '4' },
    },
    form: VIDEO_FORM,
    answer: { schema: 'Video', description: 'The order.', headers: ORDER_HEADERS },
    errors: 'asking',
  },
  {
    method: 'get',
    path: '/videos',
    operationId: 'listVideos',
    tag: 'Videos',
    summary: 'List videos',
    description: 'Those of the last day.',
    parameters: [
      {
        name: 'after',
        in: 'query',
        description: 'The last id of the page before.',
        schema: { type: 'string' },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'How many, 20 where nothing is said.',
        schema: { type: 'integer', minimum: 1, maximum: 100 },
      },
      {
        name: 'order',
        in: 'query',
        description: 'By their time; the newest come first where nothing is said.',
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
    summary: 'Look at a video',
    description: 'How far it is, and whether it is there.',
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
      'One that is under way is cancelled where its maker takes it back; else it goes on, and is there and paid for. Of one ' +
      'that has ended the file goes; the receipt stays.',
    parameters: [VIDEO_ID],
    answer: { schema: 'VideoDeleted', description: 'What became of it.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/videos/{id}/content',
    operationId: 'getVideoContent',
    tag: 'Videos',
    summary: 'Fetch a video',
    description: 'Its bytes, for a day; a `range` asks for a part of them. Before it is there: 409.',
    parameters: [
      VIDEO_ID,
      {
        name: 'variant',
        in: 'query',
        description: 'There are neither thumbnails nor spritesheets.',
        schema: { type: 'string', enum: ['video'] },
      },
    ],
    answer: { file: 'video/mp4', description: 'The video.', headers: ['GenerationId'] },
    errors: 'fetching',
  },
];
