import { TypedText } from '../markdown/typed/TypedText.tsx';
import { Folded } from './Folded.tsx';
import { MessagePictures } from './pictures/MessagePictures.tsx';

interface OwnMessageProps {
  text: string;
  /** Its pictures: ids, with names where they are known. */
  files: readonly { file_id: string; filename?: string }[];
  /** How many of them were deleted since. */
  deleted?: number;
}

/** What the person said: pictures, and the words on a soft card at the end side. */
export function OwnMessage({ text, files, deleted }: OwnMessageProps) {
  return (
    <>
      <MessagePictures files={files} deleted={deleted} />
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
