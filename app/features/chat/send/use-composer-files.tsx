import {
  forwardRef,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type RefObject,
} from 'react';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { saveOnServer } from './use-draft.ts';
import type { useSend } from './use-send.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { useDroppedFiles } from '#app/ui/files/use-dropped-files.ts';
import type { AttachmentsProps, FilesHandle, FilesState } from './Attachments.tsx';

interface ComposerFilesInput {
  box: RefObject<HTMLTextAreaElement>;
  conversationId: string | null;
  draftFiles: readonly FileView[];
  send: Pick<ReturnType<typeof useSend>, 'error' | 'refusedFiles'>;
  isBlocked: boolean;
  /** Id of the composer's form. */
  form: string;
}

/** Replaces it when the script could not be loaded: a message is sent without files. */
const Unreached = forwardRef<FilesHandle, AttachmentsProps>(function Unreached({ onState }, _ref) {
  useEffect(() => onState({ ids: [], isUploading: false, hasFailed: true }), [onState]);
  return null;
});

/** Loaded with the first file: most messages have none. */
const LazyAttachments = lazyPart(
  'attachments',
  async () => (await import('./Attachments.tsx')).default,
  Unreached,
);

/**
 * The files of the composer: chosen, dropped or pasted, stored with its draft, and awaited before the message
 * is sent. The code that shows and uploads them is loaded with the first one.
 */
export function useComposerFiles({
  box,
  conversationId,
  draftFiles,
  send,
  isBlocked,
  form,
}: ComposerFilesInput) {
  const { error, refusedFiles } = send;
  const handle = useRef<FilesHandle>(null);
  const [initial] = useState(refusedFiles ?? draftFiles);
  /** Files chosen before the component that takes them was loaded. */
  const queue = useRef<(File | FileView)[]>([]);
  const [isUsed, setUsed] = useState(initial.length > 0);
  const [state, setState] = useState<FilesState>({
    ids: initial.map((file) => file.file_id),
    isUploading: false,
    hasFailed: false,
  });
  const [isWaiting, setWaiting] = useState(false);
  /** The message is to be sent when its files are uploaded. */
  const isWanted = useRef(false);
  const { isUploading, hasFailed } = state;
  const attach = useCallback((files: readonly (File | FileView)[]) => {
    isWanted.current = false;
    setWaiting(false);
    if (handle.current) return handle.current.attach(files);
    queue.current.push(...files);
    setUsed(true);
    setState((before) => ({ ...before, isUploading: true }));
  }, []);
  const isOver = useDroppedFiles(attach, isBlocked);
  const onKeep = useCallback(
    (ids: string[]) => saveOnServer(conversationId, box.current?.value ?? '', ids),
    [conversationId, box],
  );
  useEffect(() => {
    if (error !== null) handle.current?.giveBack();
  }, [error]);
  useEffect(() => {
    if (!isWanted.current || isUploading) return;
    isWanted.current = false;
    // Without one of its files the message would be a different one: its author decides.
    if (!hasFailed) box.current?.form?.requestSubmit();
  }, [isUploading, hasFailed, box]);
  return {
    ids: state.ids,
    attach,
    isOver,
    isWaiting: isWaiting && isUploading,
    part: isUsed && !isBlocked && (
      <LazyAttachments
        ref={handle}
        initial={initial}
        queue={queue}
        form={form}
        hidesModelWarning={error?.code === 'model_cannot_see'}
        onState={setState}
        onKeep={onKeep}
      />
    ),
    /** Returns whether the message must wait for an upload; it is sent automatically afterwards. */
    waits(): boolean {
      isWanted.current = isUploading;
      setWaiting(isUploading);
      return isUploading;
    },
    /** Removes them after they were sent with a message. */
    clear: () => handle.current?.clear(),
    /** Attaches pasted images; when the clipboard has text and an image of it, the text is pasted. */
    paste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData;
      if (files.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      attach([...files]);
    },
  };
}
