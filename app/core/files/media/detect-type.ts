import { fileTypeFromBuffer } from 'file-type';
import { FILE_KINDS, type FileType } from '#app/contracts/files/file-types.ts';
import { AppError } from '#app/contracts/errors.ts';

/** Bytes of a file that are examined; all supported types can be recognized within them. */
export const HEAD_BYTES = 16 * 1024;

/** Aliases of supported types. */
const SAME: Record<string, FileType> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
};

const DECLARED = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

/**
 * Detects the type of a file by its content; the type that its sender claims is only used in the message of
 * the refusal.
 * @param head its first bytes, HEAD_BYTES at most
 * @throws AppError invalid_file for an empty one, file_type_not_supported
 */
export async function detectType(head: Uint8Array, declared: string): Promise<FileType> {
  if (head.length === 0) throw new AppError('invalid_file', { param: 'file' });
  const found = (await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES)))?.mime;
  const type = found === undefined ? undefined : (SAME[found] ?? found);
  if (type !== undefined && Object.hasOwn(FILE_KINDS, type)) return type as FileType;
  throw notSupported(type ?? (isLie(declared) ? 'application/octet-stream' : declared));
}

/** The error for an unsupported type. */
export function notSupported(type: string): AppError {
  return new AppError('file_type_not_supported', { param: 'file', params: { type } });
}

function isLie(declared: string): boolean {
  return !DECLARED.test(declared) || Object.hasOwn(FILE_KINDS, declared);
}
