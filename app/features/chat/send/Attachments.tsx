import { forwardRef, useEffect, useImperativeHandle, useRef, type MutableRefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { useConversation } from '#app/features/chat/conversation-context.ts';
import type { ModelOption } from '#app/features/chat/model-option.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Previews, UploadErrors } from '#app/ui/files/Previews.tsx';
import { useAttachments } from '#app/ui/files/use-attachments.ts';
import { ModelButton } from './ModelButton.tsx';

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

/** What the composer needs to know of the pictures of its message. */
export interface FilesState {
  /** Of those that are uploaded. */
  ids: readonly string[];
  isUploading: boolean;
  /** Some that were chosen last will not be there. */
  hasFailed: boolean;
}

/** What the composer does with them. */
export interface FilesHandle {
  attach: (files: readonly (File | FileView)[]) => void;
  /** They have gone with a message. */
  clear: () => void;
  /** The message was refused: they are to be sent again. */
  giveBack: () => void;
}

/** Says of a model that it does not take what is attached, and leads to one that does, of the same maker first. */
function SeeingModel({ form, kinds }: { form: string; kinds: readonly FileKind[] }) {
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
