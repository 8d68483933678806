import { UPLOAD_MAX_BYTES } from '#app/contracts/files/file-types.ts';
import type { ArrivingFile } from './multipart.ts';
import { readFilesForm } from './read-files-form.ts';

interface KeptForm {
  /** The name of the fields with files. */
  field: string;
  mostFiles: number;
  /** Keeps a file while it arrives. @returns its id */
  keep: (file: ArrivingFile) => Promise<string>;
}

/**
 * A form of a page. Files that it brings, where no script has uploaded them before, are kept and named among its `files`
 * as those are that a script has.
 * @returns the form, and why the first file was refused
 * @throws Response as `readFilesForm`
 */
export async function readKeptForm(
  request: Request,
  { field, mostFiles, keep }: KeptForm,
): Promise<{ form: FormData; refusal: unknown }> {
  const { form, taken } = await readFilesForm(request, {
    field,
    mostFiles,
    mostBytes: UPLOAD_MAX_BYTES,
    take: keep,
  });
  let refusal: unknown;
  for (const outcome of taken) {
    if (outcome.status === 'fulfilled') form.append('files', outcome.value);
    else refusal ??= outcome.reason;
  }
  return { form, refusal };
}
