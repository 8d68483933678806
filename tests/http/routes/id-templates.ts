import { INTENTS, type Intent } from '#app/features/chat/conversation/action-answer.ts';
import { PLAYGROUND_INTENTS, type PlaygroundIntent } from '#app/features/playground/playground-data.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import type { Template } from './id-kinds.ts';

const endSession: Template = { method: 'POST', form: { act: 'end', sessionId: '<session>' } };
const SEND = { text: 'Hello', model: 'sandbox/small' };
const NEW = { conversationId: null, parentMessageId: null };
const PROMPT = { model: 'sandbox/small', providers: ['sandbox'], messages: 'Hello' };

/** The fields of each intent of the chat's forms. */
const INTENT_FIELDS: Record<Intent, Record<string, string>> = {
  send: { ...SEND, parentMessageId: '<message>' },
  regenerate: { ...SEND, parentMessageId: '<message>' },
  continue: { ...SEND, parentMessageId: '<reply>' },
  edit: { ...SEND, parentMessageId: '<message>' },
  'save-edit': { messageId: '<message>', text: 'Changed' },
  stop: {},
  queue: SEND,
  'queue-edit': { queuedId: '<queued>', text: 'Changed' },
  'queue-remove': { queuedId: '<queued>' },
  'queue-send': { queuedId: '<queued>' },
  'choose-branch': { messageId: '<message>' },
  'choose-model': { chosenModel: 'sandbox/small' },
  detach: { removedFile: '<file>' },
  use: { usedFile: '<file>' },
  'open-options': { ...SEND, opensOptions: '1' },
  'set-options': { ...SEND, keepsOptions: '1', optionsShown: '1', 'option.temperature': '0.5' },
  'use-preset': { ...SEND, usesPreset: '1', presetId: '<preset>' },
  'save-preset': { ...SEND, savesPreset: '1', optionsShown: '1' },
  rename: { target: '<conversation>', title: 'Changed' },
  pin: { target: '<conversation>', to: 'on' },
  archive: { target: '<conversation>', to: 'on' },
  keep: { target: '<conversation>' },
  fork: { messageId: '<message>' },
  delete: { target: '<conversation>' },
  'delete-message': { messageId: '<message>', scope: 'branch' },
  restore: { target: '<trashed>' },
  clear: {},
};

/** The fields of each intent of the playground's forms. */
const PLAYGROUND_FIELDS: Record<PlaygroundIntent, Record<string, string>> = {
  send: { text: 'Hello', pair: 'sandbox:sandbox/small' },
  stop: { cellId: '<cell>' },
  repeat: { cellId: '<cell>' },
  best: { cellId: '<cell>' },
  reveal: { promptId: '<prompt>' },
  continue: { cellId: '<cell>' },
  delete: {},
};

/** A prompt with an image as the only tested id, one from which an image is removed, and its price. */
const playgroundForms: Record<string, string>[] = [
  { intent: 'send', ...PLAYGROUND_FIELDS.send, files: '<file>' },
  { intent: 'send', ...PLAYGROUND_FIELDS.send, removedFile: '<file>' },
  { intent: 'send', ...PLAYGROUND_FIELDS.send, files: '<file>', estimate: '1' },
];

/** Sends with an image as the only tested id. */
const imageForms = (['send', 'edit'] as const).map((intent) => ({ intent, ...SEND, files: '<file>' }));

const forms: Template[] = [
  ...INTENTS.map((intent) => ({ intent, ...INTENT_FIELDS[intent] })),
  ...imageForms,
].flatMap((form): Template[] => [
  { method: 'POST', form },
  // Requests another form of a good answer, after all checks.
  ...(IS_FULL ? [{ method: 'POST' as const, form: { ...form, enhanced: '1' } }] : []),
]);

const asks: Template[] = [
  {
    method: 'POST',
    json: {
      ...SEND,
      conversationId: '<conversation>',
      parentMessageId: '<message>',
      files: ['<file>'],
    },
    named400: ['parentMessageId'],
  },
  {
    method: 'POST',
    json: { ...SEND, conversationId: '<conversation>', parentMessageId: '<message>' },
    named400: ['parentMessageId'],
  },
  {
    method: 'POST',
    json: { ...SEND, conversationId: '<conversation>', overrideParentMessageId: '<message>' },
    named400: ['overrideParentMessageId'],
  },
  {
    method: 'POST',
    json: { ...SEND, conversationId: '<conversation>', responseMessageId: '<reply>', isContinued: true },
    named400: ['responseMessageId'],
  },
];

/** Every route in which a caller names an id, in the path or elsewhere. */
export const TEMPLATES: Record<string, Template[]> = {
  '/api/api-keys/:keyId': [{ method: 'PATCH', json: { name: 'Changed' } }, { method: 'DELETE' }],
  '/api/api-keys/:keyId/reveal': [{ method: 'POST' }],
  '/api/api-keys/:keyId/rotate': [{ method: 'POST', json: {} }],
  '/api/convos/:conversationId': [
    { method: 'GET' },
    { method: 'PATCH', json: { title: 'Changed' } },
    { method: 'PATCH', json: { folderId: '<folder>' } },
    { method: 'DELETE' },
  ],
  '/api/convos': [{ method: 'GET', query: '?folder=<folder>' }],
  '/api/folders/:folderId': [{ method: 'PATCH', json: { name: 'Changed' } }, { method: 'DELETE' }],
  '/api/convos/:conversationId/options': [{ method: 'PUT', json: { model: 'sandbox/small' } }],
  '/api/convos/:conversationId/fork': [{ method: 'POST', json: { messageId: '<message>' } }],
  '/api/convos/:conversationId/branch': [{ method: 'POST', json: { messageId: '<message>' } }],
  '/api/convos/:conversationId/queue': [
    { method: 'GET' },
    { method: 'POST', json: SEND },
    { method: 'POST', json: { ...SEND, files: ['<file>'] } },
  ],
  '/api/convos/:conversationId/queue/:queuedId': [
    { method: 'PATCH', json: { text: 'Changed' } },
    { method: 'DELETE' },
  ],
  '/api/convos/:conversationId/queue/:queuedId/send': [{ method: 'POST' }],
  '/api/drafts/:conversationKey': [{ method: 'PUT', json: { text: 'Changed' } }],
  '/api/hub/stats': [
    { method: 'GET', query: '?source=<key>', named400: ['query'] },
    { method: 'POST', json: { source: '<key>' }, named400: ['source'] },
  ],
  '/api/messages/:conversationId': [{ method: 'GET' }],
  '/api/messages/:conversationId/:messageId': [
    { method: 'PUT', json: { text: 'Changed' } },
    { method: 'DELETE', query: '?scope=message' },
  ],
  '/api/trash/:trashId': [{ method: 'DELETE' }],
  '/api/trash/:trashId/restore': [{ method: 'POST' }],
  '/chat/trash': ['restore', 'delete'].map((act) => ({
    method: 'POST',
    form: { act, trashId: '<trashed>' },
  })),
  '/api/ask/:endpoint': asks,
  '/api/edit/:endpoint': asks,
  '/api/ask/:endpoint/abort': [{ method: 'POST', json: { abortKey: '<conversation>' } }],
  '/api/quote': [
    { method: 'POST', json: { ...SEND, conversationId: '<conversation>', parentMessageId: '<message>' } },
    { method: 'POST', json: { ...SEND, ...NEW, files: ['<file>'] } },
  ],
  '/api/v1/generation': ['', 'msg_', 'cmpl-'].map((prefix) => ({
    method: 'GET',
    query: `?id=${prefix}<generation>`,
    byKey: true,
  })),
  '/api/v1/generation/content': [{ method: 'GET', query: '?id=<generation>', byKey: true }],
  '/api/v1/videos/:videoId': [
    { method: 'GET', byKey: true },
    { method: 'DELETE', byKey: true },
  ],
  // For the user's own unfinished one: 409.
  '/api/v1/videos/:videoId/content': [{ method: 'GET', byKey: true }],
  '/api/v1/responses': [
    {
      method: 'POST',
      json: { model: 'sandbox/small', input: 'Hello', background: true, previous_response_id: '<response>' },
      byKey: true,
    },
  ],
  '/api/v1/responses/:responseId': [
    { method: 'GET', byKey: true },
    { method: 'GET', query: '?stream=true', byKey: true },
    { method: 'DELETE', byKey: true },
  ],
  '/api/v1/responses/input_tokens': [
    {
      method: 'POST',
      json: { model: 'sandbox/small', input: 'Hello', previous_response_id: '<response>' },
      byKey: true,
    },
  ],
  '/api/v1/responses/:responseId/cancel': [{ method: 'POST', byKey: true }],
  '/api/v1/responses/:responseId/input_items': [{ method: 'GET', byKey: true }],
  '/api/v1/webhook_endpoints/:endpointId': [
    { method: 'GET', byKey: true },
    { method: 'POST', json: { name: 'Changed', enabled: false }, byKey: true },
    { method: 'DELETE', byKey: true },
  ],
  '/api/v1/webhook_endpoints/:endpointId/test': [{ method: 'POST', byKey: true }],
  '/settings/import/:importId': [{ method: 'GET' }],
  '/balance/purchases/:purchaseId': [{ method: 'GET' }],
  '/keys': ['reveal', 'rotate', 'revoke'].map((act) => ({
    method: 'POST',
    form: { act, keyId: '<key>', overlap: '0' },
  })),
  '/keys/:keyId': [
    { method: 'GET' },
    ...['save', 'disable', 'enable'].map((act): Template => ({
      method: 'POST',
      form: { act, name: 'Changed', models: 'all' },
    })),
  ],
  '/keys/webhooks/:endpointId': [
    { method: 'GET' },
    ...['save', 'on', 'off', 'roll', 'test', 'again', 'delete'].map((act): Template => ({
      method: 'POST',
      form: {
        act,
        name: 'Changed',
        url: 'https://receiver.example/hooks',
        events: 'video.failed',
        ...(act === 'again' && { deliveryId: '<delivery>' }),
      },
    })),
  ],
  // An image has its thumbnail: 200. No form with a file is read before that.
  '/api/files/:fileId/poster': [{ method: 'POST', form: {} }],
  '/files/:fileId': [{ method: 'GET' }, { method: 'GET', query: '?thumbnail' }, { method: 'DELETE' }],
  '/replies/:generationId/frame': [{ method: 'GET' }],
  // For the user's own one without a preview: 204.
  '/replies/:generationId/partial': [{ method: 'GET' }],
  '/usage/receipts/:generationId': [{ method: 'GET' }],
  '/usage/receipts/:generationId/content.json': [{ method: 'GET' }],
  '/chat/:conversationId': [{ method: 'GET' }, { method: 'GET', query: '?before=<message>' }, ...forms],
  '/chat/:conversationId/export': [{ method: 'GET' }],
  '/chat/:conversationId/export/file': [{ method: 'GET', query: '?type=json' }],
  '/chat/:conversationId/print': [{ method: 'GET' }, { method: 'GET', query: '?branches' }],
  '/settings/files': [{ method: 'POST', form: { fileId: '<file>' } }],
  '/api/presets': [{ method: 'GET' }, { method: 'POST', json: { presetId: '<preset>', title: 'Changed' } }],
  '/api/presets/delete': [{ method: 'POST', json: { presetId: '<preset>' } }],
  '/presets': ['use', 'default', 'no-default', 'delete'].map((act) => ({
    method: 'POST',
    form: { act, presetId: '<preset>' },
  })),
  '/presets/:presetId': [
    { method: 'GET' },
    ...['save', 'model'].map((act): Template => ({ method: 'POST', form: { act, title: 'Changed' } })),
  ],
  '/presets/export': [{ method: 'GET', query: '?preset=<preset>' }],
  '/chat/folders/:folderId': [
    { method: 'GET' },
    { method: 'POST', form: { act: 'rename', name: 'Changed' } },
    { method: 'POST', form: { act: 'release', conversationId: '<conversation>' } },
    { method: 'POST', form: { act: 'delete' } },
  ],
  '/chat/:conversationId/folder': [
    { method: 'GET' },
    { method: 'POST', form: { act: 'move', folderId: '<folder>' } },
    { method: 'POST', form: { act: 'create', name: 'New' } },
  ],
  '/chat/:conversationId/share': [
    { method: 'GET' },
    { method: 'POST', form: { act: 'create', title: 'Changed' } },
    ...['update', 'save', 'revoke'].map((act): Template => ({
      method: 'POST',
      form: { act, title: 'Changed', shareId: '<share>' },
    })),
  ],
  '/settings/shared': [{ method: 'POST', form: { act: 'revoke', shareId: '<share>' } }],
  '/prompts/:promptId': [
    { method: 'GET' },
    ...['use', 'save', 'delete'].map((act): Template => ({
      method: 'POST',
      form: { act, title: 'Changed', text: 'Changed' },
    })),
  ],
  '/api/playground': [
    {
      method: 'POST',
      json: {
        ...PROMPT,
        conversationId: '<playground>',
        parentMessageId: '<cell>',
      },
      named400: ['parentMessageId'],
      malformed400: ['conversationId'],
    },
    {
      method: 'POST',
      json: {
        ...PROMPT,
        conversationId: '<playground>',
      },
      malformed400: ['conversationId'],
    },
    { method: 'POST', json: { ...PROMPT, files: ['<file>'] } },
  ],
  '/api/playground/quote': [
    {
      method: 'POST',
      json: {
        conversationId: '<playground>',
        text: 'Hello',
        output: 'text',
        pairs: ['sandbox:sandbox/small'],
        files: ['<file>'],
        options: null,
      },
    },
  ],
  '/playground/:playgroundId': [
    { method: 'GET' },
    ...[
      ...PLAYGROUND_INTENTS.map((intent) => ({ intent, ...PLAYGROUND_FIELDS[intent] })),
      ...playgroundForms,
    ].map((form): Template => ({ method: 'POST', form })),
  ],
  ...Object.fromEntries(['account', 'sign-in', 'data'].map((one) => [`/settings/${one}`, [endSession]])),
};
