import { isErrorCode, type ErrorCode, type ErrorParams } from '#app/contracts/errors.ts';
import { UPLOAD_MAX_BYTES, type FileKind } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { refreshSession } from '#app/ui/fetch/refresh-session.ts';

/** Failures of the upload itself, with the specification's wording (`upload.*`). */
type UploadFault = 'parse' | 'failed' | 'network' | 'canceled';

/**
 * The reason why a file was not uploaded: the upload failed, or the server or this client refused the file.
 */
export class UploadError extends Error {
  readonly fault: UploadFault | null;
  readonly code: ErrorCode | null;
  readonly params: ErrorParams;

  constructor(why: { fault: UploadFault } | { code: ErrorCode; params?: ErrorParams }) {
    super('fault' in why ? why.fault : why.code);
    this.name = 'UploadError';
    this.fault = 'fault' in why ? why.fault : null;
    this.code = 'code' in why ? why.code : null;
    this.params = ('params' in why && why.params) || {};
  }
}

interface Upload {
  /** Allowed kinds of files. */
  kinds: readonly FileKind[];
  /** The client's own id of the file. */
  key: string;
  /** Called with the progress, from 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
}

/** Progress when the first bytes are sent, and when all of them are sent. */
const BEGUN = 0.3;
const GONE = 0.9;
const MB = 1024 * 1024;

/**
 * Uploads an image or a video.
 * @throws UploadError, also without sending a file that would be refused
 */
export async function uploadFile(file: File, upload: Upload): Promise<FileView> {
  const { type } = file;
  if (!upload.kinds.some((kind) => type.startsWith(`${kind}/`)))
    throw new UploadError({
      code: 'file_type_not_supported',
      params: { type: type || 'application/octet-stream' },
    });
  if (file.size > UPLOAD_MAX_BYTES)
    throw new UploadError({ code: 'file_too_large', params: { max: UPLOAD_MAX_BYTES / MB } });
  upload.onProgress(BEGUN);
  let answer = await post(file, upload);
  if (answer.status === 401 && (await refreshSession(''))) answer = await post(file, upload);
  const body = parsed(answer.text);
  if (answer.status === 200) {
    if (!isFile(body)) throw new UploadError({ fault: 'parse' });
    return body;
  }
  const { code, params } = (body as { error?: { code?: unknown; params?: ErrorParams } } | null)?.error ?? {};
  throw new UploadError(isErrorCode(code) ? { code, params } : { fault: 'failed' });
}

/** Uses XMLHttpRequest because fetch does not report upload progress. */
function post(file: File, { key, onProgress, signal }: Upload): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.set('file_id', key);
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (fault: UploadFault) => () => reject(new UploadError({ fault }));
    request.open('POST', '/api/files');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(BEGUN + Math.floor((loaded / total) * (GONE - BEGUN) * 10) / 10),
    );
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', fail('network'));
    request.addEventListener('abort', fail('canceled'));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) return fail('canceled')();
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isFile(body: unknown): body is FileView {
  return typeof body === 'object' && body !== null && 'file_id' in body;
}
