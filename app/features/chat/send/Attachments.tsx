import { forwardRef, useEffect, useImperativeHandle, useRef, type MutableRefObject } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { AttachedFiles } from '#app/ui/composer/AttachedFiles.tsx';
import { useAttachments } from '#app/ui/files/use-attachments.ts';
import { ModelButton } from './ModelButton.tsx';

export interface AttachmentsProps {
  /** Files that the page came with. */
  initial: readonly FileView[];
  /** Files chosen before this component was loaded; it empties the queue. */
  queue: MutableRefObject<(File | FileView)[]>;
  /** Id of the composer's form; a button that chooses another model submits it. */
  form: string;
  /** The error of the last send already says that the model does not accept them. */
  hidesModelWarning: boolean;
  /** Called whenever the state changes. */
  onState: (state: FilesState) => void;
  /** Stores them with the draft, by their ids. */
  onKeep: (ids: string[]) => Promise<unknown>;
}

/** The images and videos of the next message above the text box, and their errors. */
const Attachments = forwardRef<FilesHandle, AttachmentsProps>(function Attachments(props, ref) {
  const { initial, queue, form, hidesModelWarning, onState, onKeep } = props;
  const files = useAttachments(initial, onKeep);
  const { items, errors, isUploading, fileIds, attach, clear, giveBack } = files;
  useImperativeHandle(ref, () => ({ attach, clear, giveBack }));
  const ids = fileIds.join(' ');
  const hasFailed = errors.length > 0;
  /** Files chosen before are now among the items, or rejected. */
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
    <AttachedFiles files={files}>
      {items.length > 0 && !hidesModelWarning && (
        <ModelWarning form={form} kinds={items.map(({ kind }) => kind)} />
      )}
    </AttachedFiles>
  );
});

export default Attachments;

/** State of a message's files for the composer. */
export interface FilesState {
  /** Ids of the uploaded files. */
  ids: readonly string[];
  isUploading: boolean;
  /** Some of the files chosen last will not be attached. */
  hasFailed: boolean;
}

/** Actions of the composer on the files. */
export interface FilesHandle {
  attach: (files: readonly (File | FileView)[]) => void;
  /** Removes them after they were sent with a message. */
  clear: () => void;
  /** Restores them after the message was rejected. */
  giveBack: () => void;
}

/**
 * Warns that the model does not accept the attachments, and offers one that does, preferably of the same
 * maker.
 */
function ModelWarning({ form, kinds }: { form: string; kinds: readonly FileKind[] }) {
  const { t } = useTranslation('errors');
  const { model: id, models } = useConversation();
  const model = models.find((one) => one.id === id);
  const kind = model && kinds.find((one) => !takes(model, one));
  if (!model || !kind) return null;
  const others = models.filter(
    (one) => one.makes === model.makes && kinds.every((needed) => takes(one, needed)),
  );
  const other = others.find(({ makerName }) => makerName === model.makerName) ?? others[0];
  const words = model.makes === 'text' ? kind === 'video' && 'video' : 'words';
  return (
    <Banner
      tone="warn"
      className="m-2 mb-0"
      action={other && <ModelButton form={form} id={other.id} name={other.name} />}
    >
      {t('model_cannot_see', {
        model: model.name,
        other: other?.name,
        context: [words, !other && 'alone'].filter(Boolean).join('_') || undefined,
      })}
    </Banner>
  );
}

function takes({ sees, watches }: ModelOption, kind: FileKind): boolean {
  return kind === 'video' ? watches : sees;
}
