import { describe, expect, it } from 'vitest';
import { readCurl, readPython } from './sample-requests.ts';

const BASE = 'https://hub.example/api/v1';

describe('readCurl', () => {
  it('reads address, headers and body as a shell does', () => {
    const command = `curl -N "${BASE}/quote" \\\n  -H "Authorization: Bearer $KEY" \\\n  -d '{"a": "it'\\''s"}'`;
    expect(readCurl(command, { KEY: 'x' })).toEqual({
      method: 'POST',
      url: `${BASE}/quote`,
      headers: { authorization: 'Bearer x' },
      body: { a: "it's" },
    });
    expect(readCurl(`curl '${BASE}/models'`)).toMatchObject({ method: 'GET', url: `${BASE}/models` });
  });

  it('throws for an unknown option', () => {
    expect(() => readCurl(`curl --data x ${BASE}`)).toThrow('--data');
  });
});

describe('readPython', () => {
  it('reads literal values', () => {
    const program = `WORDS = "ab"\nbody = {\n    "a": [1, True, None, "x" + WORDS],  # so\n    "b": {"c": 0.5,},\n}\nask("${BASE}/quote")`;
    expect(readPython(program, BASE)).toEqual([
      {
        method: 'POST',
        url: `${BASE}/quote`,
        headers: {},
        body: { a: [1, true, null, 'xab'], b: { c: 0.5 } },
      },
    ]);
  });

  it('reads the arguments of a client', () => {
    const program = `client.chat.completions.create(\n    model="m",\n    messages=[{"role": "user"}],\n    extra_body={"models": ["n"]},\n)`;
    expect(readPython(program, BASE)[0]).toMatchObject({
      url: `${BASE}/chat/completions`,
      body: { model: 'm', messages: [{ role: 'user' }], models: ['n'] },
    });
  });

  it('throws for a value that is not literal', () => {
    expect(() => readPython('body = {"a": made()}', BASE)).toThrow('made');
  });
});
