import type { ErrorCode, ErrorParams } from '#app/contracts/errors.ts';
import type { ChoiceField } from '#app/contracts/media/choice.ts';
import type { TypedOptions } from '#app/ui/options/option-inputs.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { Toast } from '#app/ui/toasts/toast.ts';

/** Values of the field `intent` in the forms of the chat. */
export const INTENTS = [
  'send',
  'regenerate',
  'continue',
  'edit',
  'save-edit',
  'stop',
  'queue',
  'queue-edit',
  'queue-remove',
  'queue-send',
  'choose-branch',
  'choose-model',
  'detach',
  'use',
  'open-options',
  'set-options',
  'use-preset',
  'save-preset',
  'rename',
  'pin',
  'archive',
  'keep',
  'fork',
  'delete',
  'delete-message',
  'restore',
  'clear',
] as const;
export type Intent = (typeof INTENTS)[number];

/** Intents that call a model. */
export const PAID_INTENTS: readonly Intent[] = ['send', 'regenerate', 'continue', 'edit'];

/** Result of a form: done, or the error with the typed text and the attachments. */
export type ActionAnswer =
  | { ok: true; intent: Intent; conversationId: string | null; toast?: Toast }
  | {
      ok: false;
      intent: Intent | null;
      error: ActionError;
      text: string | null;
      files: FileView[];
      /** The model that the form names; '' for none. */
      model?: string;
      /** Output settings of an image or a video. */
      choice?: Partial<Record<ChoiceField, string>>;
      /** Typed values of the options, when they were shown. */
      options?: TypedOptions | null;
    };

/** `unreached`: the request got no response, so its result is unknown; repeating it is harmless. */
export interface ActionError {
  code: ErrorCode | 'unreached';
  params: ErrorParams;
  /** Message of the server, for a client without a text for the code; null when no server answered. */
  message: string | null;
  /** Name of the invalid field. */
  param: string | null;
}
