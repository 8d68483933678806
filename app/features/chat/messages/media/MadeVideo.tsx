import { filePath } from '#app/contracts/files/file-path.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { usePoster } from '#app/ui/files/use-poster.ts';
import { MadeActions } from './MadeActions.tsx';

/** A video that was made, in the room of its shape; of it only the beginning is loaded until it is played. */
export function MadeVideo({ file, label }: { file: FileView; label: string }) {
  const { file_id: id, width, height, preview } = file;
  const poster = usePoster(id, preview);
  return (
    <figure className="flex max-w-xl flex-col gap-1">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what is heard in it */}
      <video
        src={filePath(id)}
        aria-label={label}
        controls
        playsInline
        preload="metadata"
        poster={poster ?? undefined}
        width={width || undefined}
        height={height || undefined}
        className="h-auto max-h-[70dvh] w-full rounded-card bg-surface-sunken"
      />
      <MadeActions file={file} />
    </figure>
  );
}
