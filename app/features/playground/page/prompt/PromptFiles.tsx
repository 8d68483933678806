import { useCallback, useEffect, useRef, type ClipboardEvent, type RefObject } from 'react';
import type { PlaygroundData, Refusal } from '#app/features/playground/playground-data.ts';
import { Previews, UploadErrors } from '#app/ui/files/Previews.tsx';
import { useAttachments } from '#app/ui/files/use-attachments.ts';
import { useDroppedFiles } from '#app/ui/files/use-dropped-files.ts';

interface PromptFilesInput {
  inputs: PlaygroundData['inputs'];
  /** Files that the address attaches. */
  given: PlaygroundData['files'];
  refusal: Refusal | undefined;
  isSending: boolean;
  box: RefObject<HTMLTextAreaElement>;
}

const ignore = () => undefined;

/** Files of the next prompt above its text, and their errors. */
export function PromptFiles({ attached }: { attached: ReturnType<typeof usePromptFiles> }) {
  const { items, errors, spoken, remove } = attached;
  return (
    <>
      <UploadErrors errors={errors} />
      <Previews items={items} onRemove={remove} />
      <output className="sr-only">{spoken}</output>
    </>
  );
}

/** Files of the next prompt: chosen, dropped or pasted, and awaited before it is sent. */
export function usePromptFiles({ inputs, given, refusal, isSending, box }: PromptFilesInput) {
  const bounds = { kinds: inputs ? [inputs.kind] : [], max: inputs?.most ?? 0 };
  const files = useAttachments(refusal?.files ?? given, ignore, bounds);
  const { attach: take, clear, giveBack, isUploading, errors } = files;
  const isOff = inputs === null;
  /** The prompt is to be sent when its files are uploaded. */
  const isWanted = useRef(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  const attach = useCallback((chosen: readonly File[]) => {
    isWanted.current = false;
    latest.current(chosen);
  }, []);
  // The page came with the first ones.
  const givenIds = given.map(({ file_id: id }) => id).join();
  const attached = useRef(givenIds);
  useEffect(() => {
    if (attached.current === givenIds) return;
    attached.current = givenIds;
    if (given.length > 0) latest.current(given);
  }, [given, givenIds]);
  const isOver = useDroppedFiles(attach, isOff);
  useEffect(() => {
    if (isSending) clear();
  }, [isSending, clear]);
  useEffect(() => {
    if (refusal) giveBack();
  }, [refusal, giveBack]);
  const hasFailed = errors.length > 0;
  useEffect(() => {
    if (!isWanted.current || isUploading) return;
    isWanted.current = false;
    // Without one of its files the prompt would be a different one: its author decides.
    if (!hasFailed) box.current?.form?.requestSubmit();
  }, [isUploading, hasFailed, box]);
  // Files of a kind that the subcategory does not use are not sent.
  const items = files.items.filter(({ file }) => inputs && (!file || file.type.startsWith(inputs.kind)));
  return {
    items,
    errors,
    spoken: files.spoken,
    remove: files.remove,
    fileIds: items.flatMap(({ file }) => file?.file_id ?? []),
    attach,
    isOver,
    isUsed: items.length > 0,
    /** Returns whether the prompt must wait for an upload; it is sent automatically afterwards. */
    waits(): boolean {
      isWanted.current = isUploading;
      return isUploading;
    },
    /** Attaches pasted files; when the clipboard has text and an image of it, the text is pasted. */
    paste(event: ClipboardEvent) {
      const { files: pasted, types } = event.clipboardData;
      if (isOff || pasted.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      attach([...pasted]);
    },
  };
}
