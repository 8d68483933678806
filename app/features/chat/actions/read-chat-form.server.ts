import { MESSAGE_FILES_MOST, UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { CHOICE_FIELDS, type ChoiceField } from '#app/contracts/media/choice.ts';
import { keepFile } from '#app/core/files/new-file.ts';
import { uploadExpiry } from '#app/core/files/records/expiry.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { newId } from '#app/core/platform/ids.ts';
import type { ArrivingFile } from '#app/http/body/multipart.ts';
import { readFilesForm, readKeptForm } from '#app/http/body/files-form.ts';
import { PICTURE_FIELD } from '#app/ui/files/picture-field.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** One more than a message may have: so that too many are refused, and not passed over. */
const MOST = MESSAGE_FILES_MOST + 1;

/** A form of the chat, as `readKeptForm` reads it, with pictures and videos. */
export function readChatForm(
  request: Request,
  userId: string,
): Promise<{ form: FormData; refusal: unknown }> {
  return readKeptForm(request, {
    field: PICTURE_FIELD,
    mostFiles: MOST,
    keep: async ({ name, declared, content }) => {
      const facts = { userId, name, declared, maxBytes: UPLOAD_MAX_BYTES, expiresAt: uploadExpiry() };
      return (await keepFile({ id: newId(), source: 'upload', ...facts }, content)).id;
    },
  });
}

/** The fields of such a form alone. */
export async function readChatFields(request: Request): Promise<FormData> {
  const discard = async ({ content }: ArrivingFile) => {
    for await (const _piece of content);
  };
  const bounds = { field: PICTURE_FIELD, mostFiles: MOST, mostBytes: UPLOAD_MAX_BYTES };
  return (await readFilesForm(request, { ...bounds, take: discard })).form;
}

/** What of the `files` of a form is there, to be shown again. */
export async function viewAttached(form: FormData, userId: string): Promise<FileView[]> {
  const ids = form.getAll('files').map(String).slice(0, MOST);
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return [...found.values()].map(viewFile);
}

/** What was chosen of a picture or a video, as it was sent. */
export function viewChoice(form: FormData): Partial<Record<ChoiceField, string>> {
  const given = CHOICE_FIELDS.map((field) => [field, form.get(field)] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== ''));
}
