import { argumentsIn, bodyIn } from './python-literals.ts';

/** A sample's request to the API. */
export interface SampleRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

const OPTION =
  /\s*(?:\\\n\s*)?(?:(-[NisS]|-X POST)(?=\s)|-(H) "((?:[^"\\])*)"|-(d) '((?:[^']|'\\'')*)'|["']([^"']*)["'])/y;

/**
 * Parses a curl command in the form of the samples: an address, `-X POST`, `-H "…"` and `-d '…'`.
 * @param variables values of the shell's variables
 */
export function readCurl(command: string, variables: Readonly<Record<string, string>> = {}): SampleRequest {
  const fill = (text: string) =>
    text.replaceAll(/\$(\w+)/g, (whole, name: string) => variables[name] ?? whole);
  const request: SampleRequest = { method: 'GET', url: '', headers: {}, body: undefined };
  const text = command.replace(/^curl/, '').trimEnd();
  OPTION.lastIndex = 0;
  while (OPTION.lastIndex < text.length) {
    const at = OPTION.lastIndex;
    const found = OPTION.exec(text);
    if (!found) throw new Error(`Not of the form of a sample: ${text.slice(at, at + 60)}`);
    const [, flag, isHeader, header = '', isBody, body = '', url] = found;
    if (flag === '-X POST') request.method = 'POST';
    if (url !== undefined) request.url = fill(url);
    if (isHeader !== undefined) {
      const [name = '', ...value] = fill(header).split(': ');
      request.headers[name.toLowerCase()] = value.join(': ');
    }
    if (isBody !== undefined) {
      request.method = 'POST';
      request.body = JSON.parse(body.replaceAll(String.raw`'\''`, "'"));
    }
  }
  return request;
}

/** The request of a Python program, by its standard library or by a client. */
export function readPython(program: string, base: string): SampleRequest[] {
  const post = (path: string, body: unknown): SampleRequest => ({
    method: 'POST',
    url: base + path,
    headers: {},
    body,
  });
  const byClient = argumentsIn(program, 'client.chat.completions.create');
  if (byClient) {
    const { extra_body: more = {}, ...body } = byClient;
    return [post('/chat/completions', { ...body, ...(more as object) })];
  }
  const byLibrary = argumentsIn(program, 'litellm.completion');
  if (byLibrary) {
    const { api_base: address, api_key: _key, model, ...body } = byLibrary;
    // The library removes the name of the format before the request.
    const id = String(model).replace(/^openai\//, '');
    return [
      { ...post('/chat/completions', { model: id, ...body }), url: `${String(address)}/chat/completions` },
    ];
  }
  const body = bodyIn(program);
  const urls = [...program.matchAll(/"(https?:[^"]*)"/g)].map(([, url = '']) => url);
  return urls.map((url, index) =>
    body !== undefined && index === 0
      ? { method: 'POST', url, headers: {}, body }
      : { method: 'GET', url, headers: {}, body: undefined },
  );
}
