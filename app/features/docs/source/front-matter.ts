/** A chapter's file: what stands above the line of hyphens, and its Markdown. */
interface ChapterFile {
  title: string;
  description: string;
  body: string;
}

const FILE = /^---\ntitle: (.+)\ndescription: (.+)\n---\n([\s\S]*)$/;

/** @throws Error for a file without title and description */
export function readFrontMatter(file: string): ChapterFile {
  const [, title, description, body] = FILE.exec(file) ?? [];
  if (title === undefined || description === undefined || body === undefined)
    throw new Error(`A chapter begins with its title and description, not with: ${file.slice(0, 40)}`);
  return { title, description, body: body.trim() };
}
