import type { ErrorCode, ErrorParams } from '#app/contracts/errors.ts';
import type { ChoiceField } from '#app/contracts/media/choice.ts';
import type { TypedOptions } from '#app/ui/options/option-inputs.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';

/** What the forms of the chat can ask for, in the field `intent`. */
export const INTENTS = [
  'send',
  'regenerate',
  'continue',
  'edit',
  'save-edit',
  'stop',
  'choose-branch',
  'choose-model',
  'detach',
  'use',
  'open-options',
  'set-options',
  'use-preset',
  'save-preset',
  'rename',
  'delete',
  'clear',
] as const;
export type Intent = (typeof INTENTS)[number];

/** Those that ask a model for something. */
export const PAID_INTENTS: readonly Intent[] = ['send', 'regenerate', 'continue', 'edit'];

/** Answer to a form: done, or why not together with what was typed and attached. */
export type ActionAnswer =
  | { ok: true; intent: Intent; conversationId: string | null }
  | {
      ok: false;
      intent: Intent | null;
      error: ActionError;
      text: string | null;
      files: FileView[];
      /** What was chosen of a picture or a video. */
      choice?: Partial<Record<ChoiceField, string>>;
      /** What was typed into the options, where they were shown. */
      options?: TypedOptions | null;
    };

/** `unreached`: the request did not come through, so nothing is known of its fate; repeating it is harmless. */
export interface ActionError {
  code: ErrorCode | 'unreached';
  params: ErrorParams;
  /** What came with it, for who has no words for the code; null where nobody answered. */
  message: string | null;
  /** The field that is wrong. */
  param: string | null;
}
