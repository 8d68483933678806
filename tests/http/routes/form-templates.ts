import { INTENTS, type Intent } from '#app/features/chat/conversation/action-answer.ts';
import { PLAYGROUND_INTENTS, type PlaygroundIntent } from '#app/features/playground/playground-data.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import type { Template } from './id-kinds.ts';

/** The fields of a message. */
export const SEND = { text: 'Hello', model: 'sandbox/small' };

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
const OTHER_PLAYGROUND_FORMS: Record<string, string>[] = [
  { intent: 'send', ...PLAYGROUND_FIELDS.send, files: '<file>' },
  { intent: 'send', ...PLAYGROUND_FIELDS.send, removedFile: '<file>' },
  { intent: 'send', ...PLAYGROUND_FIELDS.send, files: '<file>', estimate: '1' },
];

/** Sends with an image as the only tested id. */
const imageForms = (['send', 'edit'] as const).map((intent) => ({ intent, ...SEND, files: '<file>' }));

/** The forms of a conversation. */
export const CHAT_FORMS: Template[] = [
  ...INTENTS.map((intent) => ({ intent, ...INTENT_FIELDS[intent] })),
  ...imageForms,
].flatMap((form): Template[] => [
  { method: 'POST', form },
  // Requests another form of a good answer, after all checks.
  ...(IS_FULL ? [{ method: 'POST' as const, form: { ...form, enhanced: '1' } }] : []),
]);

/** The fields of the forms of the playground. */
export const PLAYGROUND_FORMS: Record<string, string>[] = [
  ...PLAYGROUND_INTENTS.map((intent) => ({ intent, ...PLAYGROUND_FIELDS[intent] })),
  ...OTHER_PLAYGROUND_FORMS,
];
