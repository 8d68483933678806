import { KEY_VARIABLE, shellQuoted } from '#app/contracts/code-samples.ts';
import { nameOfRef, type OpenApi, type OperationObject, type ParameterObject } from './openapi.ts';
import { tableText } from './table-text.ts';
import { typeText } from './type-text.ts';

/** A call of the API as Markdown: what it takes, what it answers, and a sample of it. */
export interface DescribedCall {
  method: string;
  path: string;
  operation: OperationObject;
}

/** @param linkOf where a named schema is described */
export function operationText(
  { method, path, operation }: DescribedCall,
  document: OpenApi,
  linkOf: (name: string) => string,
): string {
  const { summary, description, requestBody, security } = operation;
  const body = requestBody?.content['application/json'];
  const parts = [
    `## ${summary}`,
    `\`${method.toUpperCase()} ${path}\`${security ? ', without a key' : ''}`,
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
  return rows.length === 0 ? '' : tableText(['Parameter', 'Where', 'Meaning'], rows);
}

/**
 * The call in a shell, with the document's own example. A receipt, a video and a webhook are asked for by a variable. There is none
 * for what takes something away, and for what is no text.
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

/** The variable that stands in a sample for the id of what a call is about: `VIDEO_ID`. */
const variableOf = ({ tags: [tag = ''] }: OperationObject) => `${tag.replace(/s$/, '').toUpperCase()}_ID`;

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
  return tableText(['Status', 'Answer'], rows);
}

function headersText(headers: Record<string, { $ref: string }>, components: OpenApi['components']): string {
  const known = Object.entries(headers).filter(([, { $ref }]) => components.headers[nameOfRef($ref)]);
  return ` Headers: ${known.map(([name]) => `\`${name}\``).join(', ')}.`;
}

/** The codes that the document names in the description of an error. */
function codesOf(description: string): string[] {
  return [...description.matchAll(/`(\w+)`:/g)].map(([, code = '']) => code);
}

const codeLink = (code: string) => `[\`${code}\`](errors.md#${code})`;
