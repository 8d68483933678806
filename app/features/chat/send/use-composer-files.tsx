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
import { attachPasted, useWaitingSend } from '#app/ui/composer/waiting-send.ts';
import { MissingPart } from '#app/ui/fetch/MissingPart.tsx';
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

/** Replaces it when the script could not be loaded: it reports that the chosen files are not attached. */
const Unreached = forwardRef<FilesHandle, AttachmentsProps>(function Unreached({ onState }, _ref) {
  useEffect(() => onState({ ids: [], isUploading: false, hasFailed: true }), [onState]);
  return <MissingPart />;
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
  const { isUploading } = state;
  const { waits, cancel } = useWaitingSend(box, state);
  const attach = useCallback(
    (files: readonly (File | FileView)[]) => {
      cancel();
      setWaiting(false);
      if (handle.current) return handle.current.attach(files);
      queue.current.push(...files);
      setUsed(true);
      setState((before) => ({ ...before, isUploading: true }));
    },
    [cancel],
  );
  const isOver = useDroppedFiles(attach, isBlocked);
  const onKeep = useCallback(
    (ids: string[]) => saveOnServer(conversationId, box.current?.value ?? '', ids),
    [conversationId, box],
  );
  useEffect(() => {
    if (error !== null) handle.current?.giveBack();
  }, [error]);
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
      setWaiting(isUploading);
      return waits();
    },
    /** Removes them after they were sent with a message. */
    clear: () => handle.current?.clear(),
    paste: (event: ClipboardEvent) => attachPasted(event, attach),
  };
}
