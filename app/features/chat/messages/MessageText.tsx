/**
 * The text of a reply as HTML. It comes from our own Markdown pipeline, which lets no raw HTML, no script
 * and no foreign address through; nowhere else in the chat is HTML put into the page.
 */
export function MessageText({ html }: { html: string | null }) {
  if (html === null) return null;
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
