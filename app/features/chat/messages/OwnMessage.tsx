import { memo, Suspense } from 'react';
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
      <Pictures files={files} deleted={deleted} />
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

/** One that hydrates must not be rendered anew meanwhile: only other files do. */
const Pictures = memo(function Pictures({ files, deleted = 0 }: Omit<OwnMessageProps, 'text'>) {
  if (files.length === 0 && deleted === 0) return null;
  return (
    // A row of them, so that nothing moves.
    <Suspense fallback={<div className="mb-1 h-36 max-sm:h-28" />}>
      <MessagePictures files={files} deleted={deleted} />
    </Suspense>
  );
});
