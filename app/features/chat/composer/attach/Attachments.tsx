import { forwardRef, useEffect, useImperativeHandle, useRef, type MutableRefObject } from 'react';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { Previews } from '#app/ui/files/Previews.tsx';
import { UploadErrors } from '#app/ui/files/UploadErrors.tsx';
import { useAttachments } from '#app/ui/files/use-attachments.ts';
import type { FilesHandle, FilesState } from './files-state.ts';
import { SeeingModel } from './SeeingModel.tsx';

export interface AttachmentsProps {
  /** What the page brought. */
  initial: readonly FileView[];
  /** What was chosen before this was there; it is taken out. */
  queue: MutableRefObject<(File | FileView)[]>;
  /** Of the composer: a button that chooses another model joins it. */
  form: string;
  /** The refusal of the last send says already that the model does not take them. */
  isToldBlind: boolean;
  /** Told whenever something of it changes. */
  onState: (state: FilesState) => void;
  /** Keeps them with the draft, by their ids. */
  onKeep: (ids: string[]) => Promise<unknown>;
}

/** The pictures and videos of the next message over the text box, and what is wrong with them. */
const Attachments = forwardRef<FilesHandle, AttachmentsProps>(function Attachments(props, ref) {
  const { initial, queue, form, isToldBlind, onState, onKeep } = props;
  const files = useAttachments(initial, onKeep);
  const { items, errors, spoken, isUploading, fileIds, attach, remove, clear, giveBack } = files;
  useImperativeHandle(ref, () => ({ attach, clear, giveBack }));
  const ids = fileIds.join(' ');
  const hasFailed = errors.length > 0;
  /** What was chosen before is among the items, or refused. */
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) onState({ ids: ids === '' ? [] : ids.split(' '), isUploading, hasFailed });
  }, [onState, ids, isUploading, hasFailed]);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const chosen = queue.current.splice(0);
    if (chosen.length > 0) attach(chosen);
  });
  return (
    <>
      <UploadErrors errors={errors} />
      {items.length > 0 && !isToldBlind && <SeeingModel form={form} kinds={items.map(({ kind }) => kind)} />}
      <Previews items={items} onRemove={remove} />
      <output className="sr-only">{spoken}</output>
    </>
  );
});
export default Attachments;
