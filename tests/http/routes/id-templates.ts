import { CHAT_FORMS, PLAYGROUND_FORMS, SEND } from './form-templates.ts';
import type { Template } from './id-kinds.ts';

const endSession: Template = { method: 'POST', form: { act: 'end', sessionId: '<session>' } };
const NEW = { conversationId: null, parentMessageId: null };
const PROMPT = { model: 'sandbox/small', providers: ['sandbox'], messages: 'Hello' };

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
  '/chat/:conversationId': [{ method: 'GET' }, { method: 'GET', query: '?before=<message>' }, ...CHAT_FORMS],
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
    ...PLAYGROUND_FORMS.map((form): Template => ({ method: 'POST', form })),
  ],
  ...Object.fromEntries(['account', 'sign-in', 'data'].map((one) => [`/settings/${one}`, [endSession]])),
};
