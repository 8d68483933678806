import { useCallback, useEffect, useRef, type ClipboardEvent, type RefObject } from 'react';
import type { PlaygroundData, Refusal } from '#app/features/playground/playground-data.ts';
import { attachPasted, useWaitingSend } from '#app/ui/composer/waiting-send.ts';
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

/** Files of the next prompt: chosen, dropped or pasted, and awaited before it is sent. */
export function usePromptFiles({ inputs, given, refusal, isSending, box }: PromptFilesInput) {
  const bounds = { kinds: inputs ? [inputs.kind] : [], max: inputs?.most ?? 0 };
  const files = useAttachments(refusal?.files ?? given, ignore, bounds);
  const { attach: take, clear, giveBack, isUploading, errors } = files;
  const isOff = inputs === null;
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  const { waits, cancel } = useWaitingSend(box, { isUploading, hasFailed: errors.length > 0 });
  const attach = useCallback(
    (chosen: readonly File[]) => {
      cancel();
      latest.current(chosen);
    },
    [cancel],
  );
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
    waits,
    paste(event: ClipboardEvent) {
      if (!isOff) attachPasted(event, attach);
    },
  };
}
