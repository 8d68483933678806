import { attribute, unescape } from './html-text.ts';

/** A control whose value is sent with its form. */
export interface Control {
  name: string;
  /** `box`: a checkbox or a radio button, sent only while it is checked. */
  kind: 'text' | 'box' | 'file';
  value: string;
  isChecked: boolean;
}

export interface SubmitButton {
  /** `aria-label`, or its text. */
  label: string;
  /** The value that it adds to the form; '' for none. */
  name: string;
  value: string;
  /** Replaces that of the form. */
  action: string | null;
  method: string | null;
  isDisabled: boolean;
}

export interface PageForm {
  id: string | null;
  method: string;
  /** As written in the page; '' is the address of the page. */
  action: string;
  isMultipart: boolean;
  controls: Control[];
  buttons: SubmitButton[];
}

type Part = Control | SubmitButton;

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/gi;

/** The forms of a page that React has rendered, with their controls, including those with `form=`. */
export function readForms(html: string): PageForm[] {
  const page = html.replaceAll(/<!--.*?-->/gs, '').replaceAll(/<script\b.*?<\/script>/gs, '');
  const forms: PageForm[] = [];
  const outside: [string, Part][] = [];
  let open: PageForm | null = null;
  for (const { index, 0: tag, 1: slash, 2: name = '' } of page.matchAll(TAG)) {
    if (name === 'form') {
      open = slash ? null : formOf(tag);
      if (open) forms.push(open);
    } else if (!slash) {
      const end = page.indexOf(`</${name}>`, index);
      const part = partOf(tag, name, page.slice(index + tag.length, end));
      const owner = attribute(tag, 'form');
      if (part && owner !== null) outside.push([owner, part]);
      else if (part && open) add(part, open);
    }
  }
  for (const [owner, part] of outside) {
    const form = forms.find(({ id }) => id === owner);
    if (form) add(part, form);
  }
  return forms;
}

function formOf(tag: string): PageForm {
  return {
    id: attribute(tag, 'id'),
    method: (attribute(tag, 'method') ?? 'get').toUpperCase(),
    action: attribute(tag, 'action') ?? '',
    isMultipart: attribute(tag, 'encType') === 'multipart/form-data',
    controls: [],
    buttons: [],
  };
}

function add(part: Part, { controls, buttons }: PageForm): void {
  if ('label' in part) buttons.push(part);
  else controls.push(part);
}

/** A control or a button; null for other tags, and for controls that are never sent. */
function partOf(tag: string, tagName: string, inside: string): Part | null {
  if (tagName === 'button') return buttonOf(tag, inside);
  const name = attribute(tag, 'name');
  if (name === null || has(tag, 'disabled')) return null;
  const text = (value: string): Control => ({ name, kind: 'text', value, isChecked: false });
  if (tagName === 'textarea') return text(unescape(inside).replace(/^\r?\n/, ''));
  if (tagName === 'select') return text(selectedOf(inside));
  if (tagName !== 'input') return null;
  const type = attribute(tag, 'type') ?? 'text';
  const value = attribute(tag, 'value');
  if (type === 'file') return { ...text(''), kind: 'file' };
  if (type !== 'checkbox' && type !== 'radio') return text(value ?? '');
  return { name, kind: 'box', value: value ?? 'on', isChecked: has(tag, 'checked') };
}

function buttonOf(tag: string, inside: string): SubmitButton | null {
  if ((attribute(tag, 'type') ?? 'submit') !== 'submit') return null;
  return {
    label: attribute(tag, 'aria-label') ?? unescape(inside.replaceAll(/<[^>]*>/g, '')).trim(),
    name: attribute(tag, 'name') ?? '',
    value: attribute(tag, 'value') ?? '',
    action: attribute(tag, 'formAction'),
    method: attribute(tag, 'formMethod')?.toUpperCase() ?? null,
    isDisabled: has(tag, 'disabled'),
  };
}

/** The value of the chosen option, else of the first one. */
function selectedOf(inside: string): string {
  const options = [...inside.matchAll(/(<option\b[^>]*>)([^<]*)/g)];
  const [, tag = '', words = ''] = options.find(([, one = '']) => has(one, 'selected')) ?? options[0] ?? [];
  return attribute(tag, 'value') ?? unescape(words);
}

const has = (tag: string, name: string) => new RegExp(`\\s${name}(?:[\\s=>/]|$)`).test(tag);
