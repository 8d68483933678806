import { destinationOf, safeUrl } from './safe-url.ts';

interface MarkdownImageProps {
  src?: string | Blob;
  alt?: string;
  /** Words with `{{host}}`. */
  label: string;
}

/**
 * A picture of another host is not fetched: its address could carry what was said to whoever owns the host.
 * A link that names the host stands in its place and opens it when the person wants to.
 */
export function MarkdownImage({ src, alt, label }: MarkdownImageProps) {
  const url = safeUrl(typeof src === 'string' ? src : null);
  if (!url || url.protocol === 'mailto:') return <span className="image-note">{alt}</span>;
  return (
    <a className="image-note" href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      <span>{label.replace('{{host}}', destinationOf(url))}</span>
      {alt && <span className="image-alt">{alt}</span>}
    </a>
  );
}
