const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text escaped for HTML, quoted attributes included. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter]!);

/** Cents as dollars. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; }
  form { display: flex; flex-direction: column; gap: 1rem; margin: 1.5rem 0; }
  label { display: flex; flex-direction: column; gap: .25rem; }
  input { font: inherit; padding: .5rem; }
  button { font: inherit; min-height: 2.75rem; }
  .note { padding: .75rem 1rem; border: 1px solid; border-radius: .5rem; }
`;

/** A page of the payment page itself. @param body HTML */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
<p class="note">This page stands in for a payment service. No money moves here.</p>
${body}</body></html>`;
}

/** A form with a button for each action. */
export function acts(
  action: string,
  buttons: readonly (readonly [act: string, label: string])[],
  fields = '',
): string {
  const pressed = buttons.map(
    ([act, label]) => `<button name="act" value="${act}">${escapeHtml(label)}</button>`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${fields}${pressed.join('')}</form>`;
}
