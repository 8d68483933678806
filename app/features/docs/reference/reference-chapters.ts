import { KEY_VARIABLE, shellQuoted } from '#app/contracts/code-samples.ts';
import {
  nameOfRef,
  type OpenApi,
  type OperationObject,
  type ParameterObject,
  type Schema,
} from './openapi.ts';
import { fieldRows, tableText, typeText } from './schema-text.ts';

/** A generated chapter: the same parts as in a file, without a file. */
interface GeneratedChapter {
  slug: string;
  title: string;
  description: string;
  body: string;
}

const OVERVIEW = 'reference';

const slugOf = (tag: string) => `${OVERVIEW}-${tag.toLowerCase()}`;

/** A call of the API, for its description: fields, answers and a sample. */
interface DescribedCall {
  method: string;
  path: string;
  operation: OperationObject;
}

/** The variable that replaces the id of an object in a sample: `VIDEO_ID`. */
const variableOf = ({ tags: [tag = ''] }: OperationObject) => `${tag.replace(/s$/, '').toUpperCase()}_ID`;

const codeLink = (code: string) => `[\`${code}\`](errors.md#${code})`;

/**
 * The reference of the API as chapters in Markdown: an overview, and one for each tag of the OpenAPI document
 * with its calls and the objects that they accept and return.
 */
export function referenceChapters(document: OpenApi): GeneratedChapter[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const chapters = document.tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    const paths = own.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ');
    return { slug: slugOf(name), title: `API: ${name}`, description: `${description} ${paths}.`, calls: own };
  });
  const homes = homesOf(chapters, document);
  const linkFrom = (slug: string) => (name: string) => {
    const home = homes.get(name) ?? slug;
    return `${home === slug ? '' : `${home}.md`}#${name.toLowerCase()}`;
  };
  const overview: GeneratedChapter = {
    slug: OVERVIEW,
    title: 'API reference',
    description:
      'Every request of the API with its fields, responses, and errors, generated from the OpenAPI document.',
    body: overviewText(document, chapters),
  };
  return [
    overview,
    ...chapters.map(({ calls: own, ...chapter }) => {
      const linkOf = linkFrom(chapter.slug);
      const names = [...homes].filter(([, home]) => home === chapter.slug).map(([name]) => name);
      const parts = [
        ...own.map((call) => operationText(call, document, linkOf)),
        '## Objects',
        ...names.map((name) => schemaText(name, document.components.schemas[name]!, linkOf)),
      ];
      return { ...chapter, body: parts.join('\n\n') };
    }),
  ];
}

/**
 * The chapter that describes each named schema: that of the first call, or else webhook, that refers to it.
 */
function homesOf(chapters: readonly { slug: string; calls: DescribedCall[] }[], document: OpenApi) {
  const homes = new Map<string, string>();
  const visit = (node: unknown, slug: string): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, slug);
    else if (node !== null && typeof node === 'object') {
      const { $ref, ...rest } = node as { $ref?: string };
      if ($ref?.startsWith('#/components/schemas/')) follow(nameOfRef($ref), slug);
      visit(Object.values(rest), slug);
    }
  };
  const follow = (name: string, slug: string) => {
    if (homes.has(name)) return;
    homes.set(name, slug);
    visit(document.components.schemas[name], slug);
  };
  for (const { slug, calls } of chapters) visit(calls, slug);
  for (const { post } of Object.values(document.webhooks ?? {})) visit(post, slugOf(post.tags[0] ?? ''));
  return homes;
}

function overviewText({ info, components }: OpenApi, chapters: readonly (MadeCalls & MadeHead)[]): string {
  const rows = chapters.flatMap(({ slug, calls }) =>
    calls.map(({ method, path, operation }) => [
      `\`${method.toUpperCase()} ${path}\``,
      `[${operation.summary}](${slug}.md#${operation.summary.toLowerCase().replaceAll(' ', '-')})`,
      operation.security ? 'no' : 'yes',
    ]),
  );
  const headers = Object.values(components.headers);
  return [
    `${info.description} The base URL is \`{{base}}\`; \`{{origin}}/v1\` works, too.`,
    '## Calls',
    tableText(['Request', 'What it does', 'Key'], rows),
    '## The OpenAPI document',
    'This reference is generated from one OpenAPI 3.1 document, which comes from the same schemas that validate requests: ' +
      '`{{base}}/openapi.json`. You don’t need a key to read it. You can generate a client from it in the language of your choice:',
    '```sh\nnpx openapi-typescript {{base}}/openapi.json -o parlance.d.ts\n```',
    `## Conventions`,
    conventions(headers.length),
  ].join('\n\n');
}

interface MadeHead {
  slug: string;
  title: string;
}

interface MadeCalls {
  calls: DescribedCall[];
}

function conventions(headers: number): string {
  return [
    '- Bodies are JSON in UTF-8. Unknown fields are accepted, listed in `x-parlance-ignored-parameters`, and not passed to any model.',
    '- Times are ISO 8601 in UTC, or Unix time in seconds in fields called `created`.',
    '- Money is dollars as text, or whole millionths of a dollar in fields that end with `_micro`. It is never rounded to zero.',
    `- A response can have ${headers} headers of ours; each request below lists its own.`,
    '- Responses gain fields over time. Clients should ignore fields that they don’t know.',
  ].join('\n');
}

function schemaText(name: string, schema: Schema, linkOf: (name: string) => string): string {
  const rows = fieldRows(schema).map((row) => [
    `\`${row.name}\``,
    typeText(row.schema, linkOf) + (row.isRequired ? ', required' : ''),
    row.description,
  ]);
  const head = `### ${name}`;
  const words = schema.description ?? '';
  const shape =
    rows.length > 0
      ? tableText(['Field', 'Type', 'Description'], rows)
      : `Type: ${typeText(schema, linkOf)}.`;
  return [head, words, shape].filter((part) => part !== '').join('\n\n');
}

/** @param linkOf returns the link to a named schema */
function operationText(
  { method, path, operation }: DescribedCall,
  document: OpenApi,
  linkOf: (name: string) => string,
): string {
  const { summary, description, requestBody, security } = operation;
  const body = requestBody?.content['application/json'];
  const parts = [
    `## ${summary}`,
    `\`${method.toUpperCase()} ${path}\`${security ? ', no key needed' : ''}`,
    description,
    parametersText(operation, document, linkOf),
    body ? `**Body:** ${typeText(body.schema, linkOf)}, as JSON.` : '',
    sampleText({ method, path, operation }, document),
    answersText(operation, document, linkOf),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function parametersOf({ parameters = [] }: OperationObject, { components }: OpenApi): ParameterObject[] {
  return parameters.map((one) => ('$ref' in one ? components.parameters[nameOfRef(one.$ref)]! : one));
}

function parametersText(
  operation: OperationObject,
  document: OpenApi,
  linkOf: (name: string) => string,
): string {
  const rows = parametersOf(operation, document).map(({ name, in: place, required, description, schema }) => [
    `\`${name}\``,
    `${place}, ${typeText(schema, linkOf)}${required ? ', required' : ''}`,
    description,
  ]);
  return rows.length === 0 ? '' : tableText(['Parameter', 'Location', 'Description'], rows);
}

/**
 * The call for a shell, with the document's own example. The id of a receipt, a video or a webhook is a
 * variable. '' for a call that deletes something, and for an answer that is not JSON.
 */
function sampleText({ method, path, operation }: DescribedCall, document: OpenApi): string {
  if (method === 'delete' || !operation.responses['200']?.content['application/json']) return '';
  const parameters = parametersOf(operation, document);
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=$GENERATION_${name.toUpperCase()}`);
  const filled = parameters.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, example ?? `$${variableOf(operation)}`),
    path,
  );
  const address = `{{base}}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const example = operation.requestBody?.content['application/json'].example;
  const lines = [
    `curl ${method === 'post' && !example ? '-X POST ' : ''}"${address}"`,
    ...(operation.security ? [] : [`-H "Authorization: Bearer $${KEY_VARIABLE}"`]),
    ...(example
      ? ['-H "Content-Type: application/json"', `-d ${shellQuoted(JSON.stringify(example, null, 2))}`]
      : []),
  ];
  return `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``;
}

function answersText(
  { responses }: OperationObject,
  { components }: OpenApi,
  linkOf: (name: string) => string,
): string {
  const rows = Object.entries(responses).map(([status, { description, headers, content }]) => {
    if (!status.startsWith('2')) return [status, codesOf(description).map(codeLink).join(', ')];
    const types = Object.values(content).map(({ schema }) => typeText(schema, linkOf));
    return [status, `${description} ${types.join(', or as a stream ')}.${headersText(headers, components)}`];
  });
  return tableText(['Status', 'Response'], rows);
}

function headersText(headers: Record<string, { $ref: string }>, components: OpenApi['components']): string {
  const known = Object.entries(headers).filter(([, { $ref }]) => components.headers[nameOfRef($ref)]);
  return ` Headers: ${known.map(([name]) => `\`${name}\``).join(', ')}.`;
}

/** The codes in the document's description of an error. */
function codesOf(description: string): string[] {
  return [...description.matchAll(/`(\w+)`:/g)].map(([, code = '']) => code);
}
