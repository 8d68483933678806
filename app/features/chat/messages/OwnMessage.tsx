import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { TypedText } from '../markdown/typed/TypedText.tsx';
import { Folded } from './Folded.tsx';

const MessagePictures = lazyPart(
  'message-pictures',
  async () => (await import('./pictures/MessagePictures.tsx')).MessagePictures,
);

interface OwnMessageProps {
  text: string;
  /** Its pictures: ids, with names where they are known. */
  files: readonly { file_id: string; filename?: string; duration?: number | null }[];
  /** How many of them were deleted since. */
  deleted?: number;
}

/** What the person said: pictures, and the words on a soft card at the end side. */
export function OwnMessage({ text, files, deleted = 0 }: OwnMessageProps) {
  return (
    <>
      {(files.length > 0 || deleted > 0) && (
        // A row of them, so that nothing moves.
        <MessagePictures
          files={files}
          deleted={deleted}
          fallback={<div className="mb-1 h-36 max-sm:h-28" />}
        />
      )}
      <div className="flex justify-end">
        <div className="max-w-[85%] min-w-0 rounded-card bg-surface-sunken px-4 py-2.5">
          <Folded text={text}>
            <TypedText text={text} />
          </Folded>
        </div>
      </div>
    </>
  );
}
