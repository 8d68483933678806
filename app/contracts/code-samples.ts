/** The languages of a code sample, in the order of their tabs, by what people call them. */
export const SAMPLE_LANGUAGES = { python: 'Python', javascript: 'Javascript', curl: 'Curl' } as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;
export type CodeSamples = Record<SampleLanguage, string>;

/** The samples as tabs, in their order. */
export function tabsOf(samples: CodeSamples): { language: SampleLanguage; name: string; code: string }[] {
  const languages = Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[];
  return languages.map((language) => ({
    language,
    name: SAMPLE_LANGUAGES[language],
    code: samples[language],
  }));
}

/** The variable of the environment that stands in a sample where its reader's key belongs. */
export const KEY_VARIABLE = 'PARLANCE_API_KEY';

interface SampledCall {
  /** Where people reach the hub, without a slash at its end: `https://hub.example`. */
  origin: string;
  model: string;
  /** What the model makes; words where nothing is said. */
  makes?: keyof typeof CALLS;
  /** The reader's own key, shown to them only; without it the samples read the variable. */
  key?: string;
}

/**
 * One call of the public API in three languages. Each runs as it stands, with nothing installed: Python by its standard
 * library, JavaScript as a module of Node. Whatever stands in a model's id is quoted as its language quotes.
 */
export function samplesFor(call: SampledCall): CodeSamples {
  return { python: pythonSample(call), javascript: javascriptSample(call), curl: curlSample(call) };
}

/** What is asked for, and what of the answer is shown, by what a model makes. */
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

/** A string of JSON is one of Python and of JavaScript, too. */
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

/** Between single quotes a shell reads everything as it stands, but for the quote itself. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
