import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { MAX_MESSAGE_FILES, type FileKind } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { Texts } from '#app/ui/errors/error-words.ts';
import { loadChunk } from '#app/ui/fetch/load-chunk.ts';
import type { UploadError } from './upload.ts';

/** An image or a video to be sent. */
export interface Attachment {
  key: string;
  name: string;
  kind: FileKind;
  /** Progress from 0 to 1: a field of the file record. */
  progress: number;
  /** null until it is uploaded. */
  file: FileView | null;
  preview: string | null;
  /** It is stored, and a reload of the page finds it. */
  isStored: boolean;
  /** Cancels its upload. */
  abort?: () => void;
}

const STARTED = 0.2;
let named = 0;

function attachmentOf(file: FileView): Attachment {
  const { file_id: key, filename: name, preview } = file;
  return { key, name, kind: kindOf(file), progress: 1, file, preview, isStored: true };
}

const kindOf = ({ type }: { type: string }): FileKind => (type.startsWith('video/') ? 'video' : 'image');

/** Allowed kinds, and the maximum number. */
interface Bounds {
  kinds: readonly FileKind[];
  max: number;
}

const OF_A_MESSAGE: Bounds = { kinds: ['image', 'video'], max: MAX_MESSAGE_FILES };

/**
 * The images and videos of the next message: those that came with the page, and those uploaded since.
 * @param onChange called with the ids of the uploaded files when they change, except by a send; stores them
 * for a reload
 */
export function useAttachments(
  initial: readonly FileView[],
  onChange: (ids: string[]) => unknown,
  { kinds, max }: Bounds = OF_A_MESSAGE,
) {
  const { t } = useTranslation(['chat', 'errors']);
  const [items, setItems] = useState<Attachment[]>(() => initial.map(attachmentOf));
  const [errors, setErrors] = useState<string[]>([]);
  const [spoken, setSpoken] = useState('');
  /** The current list, for callbacks that finish later. */
  const list = useRef(items);
  const sent = useRef<Attachment[]>([]);
  const put = useCallback((next: Attachment[]) => setItems((list.current = next)), []);
  useEffect(() => () => list.current.forEach(({ abort }) => abort?.()), []);

  const change = (key: string, facts: Partial<Attachment>) =>
    put(list.current.map((item) => (item.key === key ? { ...item, ...facts } : item)));
  const without = (key: string) => put(list.current.filter((item) => item.key !== key));
  const notify = () => onChange(idsOf(list.current));

  /** A video is represented by one of its frames, if this browser can draw one. */
  const addPoster = async (file: File, key: string, fileId: string) => {
    const chunk = await loadChunk(() => import('./poster.ts'));
    const image = await chunk?.drawPoster(file);
    const preview = image && (await chunk?.sendPoster(fileId, image));
    if (preview) change(key, { preview });
  };

  const upload = async (file: File, key: string, leaving: AbortController) => {
    const chunk = await loadChunk(() => import('./upload.ts'));
    try {
      if (!chunk) throw new Error('no script');
      const view = await chunk.uploadFile(file, {
        kinds,
        key,
        onProgress: (progress) => change(key, { progress }),
        signal: leaving.signal,
      });
      change(key, { file: view, abort: undefined });
      await notify();
      change(key, { progress: 1, isStored: true });
      setSpoken(t('upload.done', { name: file.name }));
      if (kindOf(file) === 'video') void addPoster(file, key, view.file_id);
    } catch (error) {
      without(key);
      const { fault, code, params } = error as Partial<UploadError>;
      const words = code ? (t as Texts)(`errors:${code}`, params) : t(`upload.${fault ?? 'failed'}`);
      setErrors((before) => [...before, t('upload.error', { name: file.name, words })]);
    }
  };

  function attach(given: readonly (File | FileView)[]): void {
    const files = given.filter((one) => !isAmong(one, list.current));
    const room = max - list.current.length;
    setErrors(
      files.length > room ? [t('composer.tooMany', { max, context: max === 1 ? 'single' : undefined })] : [],
    );
    for (const file of files.slice(0, room)) {
      if ('file_id' in file) {
        put([...list.current, attachmentOf(file)]);
        notify();
        continue;
      }
      const leaving = new AbortController();
      named += 1;
      const key = `upload-${named}`;
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
      const abort = () => leaving.abort();
      put([
        ...list.current,
        {
          key,
          name: file.name,
          kind: kindOf(file),
          progress: STARTED,
          file: null,
          preview,
          isStored: false,
          abort,
        },
      ]);
      void upload(file, key, leaving);
    }
  }

  /** Removes an attachment: cancels its upload, or deletes the uploaded file. */
  function remove({ key, name, file, abort }: Attachment): void {
    if (abort) return abort();
    without(key);
    setSpoken(t('composer.removed', { name }));
    if (!file) return;
    notify();
    // A file that a model generated stays in the conversation.
    if (file.source === 'result') return;
    // `keepalive` lets the request finish even if the page is closed; a file that remains expires later.
    fetch(file.url, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  }

  return {
    items,
    errors,
    spoken,
    isUploading: items.some(({ isStored }) => !isStored),
    fileIds: idsOf(items),
    attach,
    remove,
    /** The files were sent with a message. */
    clear: useCallback(() => {
      sent.current = list.current;
      setErrors([]);
      put([]);
    }, [put]),
    /** The message was refused: the files can be sent again. */
    giveBack: useCallback(() => {
      if (list.current.length === 0) put(sent.current);
      sent.current = [];
    }, [put]),
  };
}

/** Tells whether a stored file is already attached. */
const isAmong = (file: File | FileView, items: readonly Attachment[]) =>
  'file_id' in file && items.some(({ key }) => key === file.file_id);

const idsOf = (items: readonly Attachment[]) => items.flatMap(({ file }) => file?.file_id ?? []);
