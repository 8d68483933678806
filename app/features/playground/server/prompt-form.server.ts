import { AppError } from '#app/contracts/errors.ts';
import { PROMPT_FILES_MOST, UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { OPTIONS_OF, type OptionName } from '#app/contracts/playground/options.ts';
import { OUTPUTS } from '#app/contracts/playground/playground.ts';
import { keepFile } from '#app/core/files/new-file.ts';
import { uploadExpiry } from '#app/core/files/records/expiry.ts';
import { viewFile } from '#app/core/files/records/file-record.ts';
import { findFiles } from '#app/core/files/records/owned-files.ts';
import { newId } from '#app/core/platform/ids.ts';
import { readKeptForm } from '#app/http/body/files-form.ts';
import { PICTURE_FIELD } from '#app/ui/files/picture-field.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** One more than a prompt may have: so that too many are refused, and not passed over. */
const MOST = PROMPT_FILES_MOST + 1;

/** A form of the playground, as `readKeptForm` reads it. */
export function readPromptForm(
  request: Request,
  userId: string,
): Promise<{ form: FormData; refusal: unknown }> {
  return readKeptForm(request, {
    field: PICTURE_FIELD,
    mostFiles: MOST,
    async keep({ name, declared, content }) {
      const file = { id: newId(), userId, source: 'upload', name, declared } as const;
      return (await keepFile({ ...file, maxBytes: UPLOAD_MAX_BYTES, expiresAt: uploadExpiry() }, content)).id;
    },
  });
}

/** What of the `files` of a form is there, to be shown again with what was typed. */
export async function viewSent(form: FormData, userId: string): Promise<FileView[]> {
  const ids = form.getAll('files').map(String).slice(0, MOST);
  const found = await findFiles(AUTOCOMMIT, { userId, ids });
  return [...found.values()].map(viewFile);
}

/** What is chosen in a form of parameters, as typed. */
export function typedOptions(form: FormData): Partial<Record<OptionName, string>> {
  const names = OUTPUTS.flatMap((output) => OPTIONS_OF[output]);
  const typed = names.map((name) => [name, form.get(name)] as const);
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value !== ''));
}

/** @throws AppError for what a form has brought and could not be kept */
export function assertKept(refusal: unknown): void {
  if (refusal === undefined) return;
  throw refusal instanceof AppError ? refusal : new AppError('internal', { cause: refusal });
}
