import { z } from 'zod';
import { MESSAGE_FILES_MOST } from '#app/contracts/files/file-types.ts';
import { choiceFields } from '#app/contracts/media/choice-fields.ts';

const id = z.string().trim().min(1).max(64);
/** Clients of the spec send null for what they have not set. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);
/** An upload by its id, or by the record that the upload answered. */
const file = z.union([id, z.object({ file_id: id }).transform(({ file_id: fileId }) => fileId)]);

/**
 * What POST /api/ask/{endpoint} and /api/edit/{endpoint} take: the fields of the message, beside the options of the
 * endpoint (`app/contracts/endpoints/`). Other fields of a message are the server's to say and are not looked at.
 */
export const sendBody = z.looseObject({
  text: optional(z.string()),
  /** Pictures that are sent with a new message. */
  files: optional(z.array(file).max(MESSAGE_FILES_MOST)),
  /** The sender's own id of the new message; the same one again is the same send. */
  messageId: optional(id),
  parentMessageId: optional(id),
  conversationId: optional(id),
  /** The user message to answer again. */
  overrideParentMessageId: optional(id),
  /** The reply to go on with. */
  responseMessageId: optional(id),
  isContinued: optional(z.boolean()),
  isEdited: optional(z.boolean()),
  /** The text of the reply so far, when it was changed before going on. */
  generation: optional(z.string()),
  model: optional(z.string().trim().min(1).max(160)),
  ...choiceFields,
});

export type SendBody = z.output<typeof sendBody>;
