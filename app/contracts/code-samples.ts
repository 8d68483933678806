/** The languages of a code sample, in the order of their tabs, with their display names. */
export const SAMPLE_LANGUAGES = { python: 'Python', javascript: 'Javascript', curl: 'Curl' } as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;
export type CodeSamples = Record<SampleLanguage, string>;

/** The samples as tabs, in display order. */
export function tabsOf(samples: CodeSamples): { language: SampleLanguage; name: string; code: string }[] {
  const languages = Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[];
  return languages.map((language) => ({
    language,
    name: SAMPLE_LANGUAGES[language],
    code: samples[language],
  }));
}

/** The environment variable that a sample reads in place of a key. */
export const KEY_VARIABLE = 'PARLANCE_API_KEY';

interface SampledCall {
  /** The public origin of the hub, without a slash at its end: `https://hub.example`. */
  origin: string;
  model: string;
  /** The output of the model; text by default. */
  makes?: keyof typeof CALLS;
  /** The reader's own key, shown only to that reader; without it the samples read the variable. */
  key?: string;
}

/**
 * One call of the public API in three languages. Each sample runs unchanged and with nothing installed:
 * Python with its standard library, JavaScript as a Node module. A model's id is quoted by the rules of each
 * language.
 */
export function samplesFor(call: SampledCall): CodeSamples {
  return { python: pythonSample(call), javascript: javascriptSample(call), curl: curlSample(call) };
}

/** The request and the printed part of the answer, keyed by the output of a model. */
const CALLS = {
  words: {
    path: '/chat/completions',
    python: `"messages": [
            {"role": "user", "content": "Say hello in three languages."},
        ],`,
    javascript: `messages: [
      { role: "user", content: "Say hello in three languages." },
    ],`,
    json: `"messages": [
      {"role": "user", "content": "Say hello in three languages."}
    ]`,
    pythonResult: 'answer["choices"][0]["message"]["content"]',
    javascriptResult: 'answer.choices[0].message.content',
  },
  pictures: {
    path: '/images/generations',
    python: '"prompt": "A quiet reading room, in watercolour",',
    javascript: 'prompt: "A quiet reading room, in watercolour",',
    json: '"prompt": "A quiet reading room, in watercolour"',
    pythonResult: 'len(answer["data"][0]["b64_json"])',
    javascriptResult: 'answer.data[0].b64_json.length',
  },
  videos: {
    path: '/videos',
    python: '"prompt": "A quiet harbour at dawn", "seconds": 4,',
    javascript: 'prompt: "A quiet harbour at dawn", seconds: 4,',
    json: '"prompt": "A quiet harbour at dawn", "seconds": 4',
    pythonResult: 'answer["id"], answer["status"]',
    javascriptResult: 'answer.id, answer.status',
  },
} as const;

const callOf = ({ makes = 'words' }: SampledCall) => CALLS[makes];
const urlOf = (call: SampledCall) => `${call.origin}/api/v1${callOf(call).path}`;

/** A JSON string is also a valid string in Python and JavaScript. */
const quoted = (text: string) => JSON.stringify(text);

function pythonSample(call: SampledCall): string {
  const key =
    call.key === undefined ? `"Bearer " + os.environ["${KEY_VARIABLE}"]` : quoted(`Bearer ${call.key}`);
  return `import json
${call.key === undefined ? 'import os\n' : ''}import urllib.request

request = urllib.request.Request(
    ${quoted(urlOf(call))},
    headers={
        "Authorization": ${key},
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "model": ${quoted(call.model)},
        ${callOf(call).python}
    }).encode(),
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(${callOf(call).pythonResult})
`;
}

function javascriptSample(call: SampledCall): string {
  const key = call.key === undefined ? `\`Bearer \${env.${KEY_VARIABLE}}\`` : quoted(`Bearer ${call.key}`);
  return `${call.key === undefined ? 'import { env } from "node:process";\n\n' : ''}const response = await fetch(${quoted(urlOf(call))}, {
  method: "POST",
  headers: {
    Authorization: ${key},
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    model: ${quoted(call.model)},
    ${callOf(call).javascript}
  }),
});
const answer = await response.json();
console.log(${callOf(call).javascriptResult});
`;
}

function curlSample(call: SampledCall): string {
  const key =
    call.key === undefined
      ? `"Authorization: Bearer $${KEY_VARIABLE}"`
      : shellQuoted(`Authorization: Bearer ${call.key}`);
  const body = `{
    "model": ${quoted(call.model)},
    ${callOf(call).json}
  }`;
  return `curl ${shellQuoted(urlOf(call))} \\
  -H ${key} \\
  -H "Content-Type: application/json" \\
  -d ${shellQuoted(body)}
`;
}

/** Inside single quotes a shell takes every character literally, except the quote itself. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
