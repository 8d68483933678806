import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { KEY_VARIABLE, samplesFor, type SampleLanguage } from '#app/contracts/code-samples.ts';
import { findProgram } from '#scripts/services/find-program.mjs';
import { createKey } from '#tests/factories/create-key.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();
const execute = promisify(execFile);

/** The program that runs a sample, as a reader would run it. */
const RUNS: Record<SampleLanguage, { program: string; args: (sample: string) => string[] }> = {
  python: { program: 'python3', args: (sample) => ['-c', sample] },
  javascript: { program: process.execPath, args: (sample) => ['--input-type=module', '-e', sample] },
  curl: { program: 'sh', args: (sample) => ['-c', sample.replace('curl ', 'curl -sS ')] },
};

/** The required program: Node runs this test, the others may be missing. */
const NEEDED: Record<SampleLanguage, string | null> = { python: 'python3', javascript: null, curl: 'curl' };
const languages = (Object.keys(RUNS) as SampleLanguage[]).filter((language) => {
  const needed = NEEDED[language];
  return needed === null || findProgram([needed]) !== null;
});

/** A Python program takes seconds to start: the default run has one. */
const withKey = IS_FULL ? languages : languages.filter((language) => language !== 'python');

it.each(languages)('the sample in %s runs unchanged, with the key in its variable', async (language) => {
  const { value } = await createKey();
  const sample = samplesFor({ origin: api.origin(), model: AUTO_MODEL })[language];
  expect(await run(language, sample, { [KEY_VARIABLE]: value })).toMatch(/\w{3}/);
  expect(engine.sandbox().requests()).toHaveLength(1);
});

it.each(withKey)('the sample in %s runs with a key in it', async (language) => {
  const { value } = await createKey();
  const sample = samplesFor({ origin: api.origin(), model: AUTO_MODEL, key: value })[language];
  expect(await run(language, sample, {})).toMatch(/\w{3}/);
});

it.each(withKey)('the sample in %s does not execute the content of a model id', async (language) => {
  const { value } = await createKey();
  const model = `a'; echo broken #"); print("broken") //`;
  const sample = samplesFor({ origin: api.origin(), model, key: value })[language];
  const { stdout } = await execute(RUNS[language].program, RUNS[language].args(sample)).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).not.toMatch(/^broken/m);
  // Only curl shows the answer to a failed call.
  if (language === 'curl') expect(stdout).toContain('model_not_found');
});

async function run(language: SampleLanguage, sample: string, env: Record<string, string>): Promise<string> {
  const { program, args } = RUNS[language];
  const { stdout } = await execute(program, args(sample), { env: { ...process.env, ...env } });
  if (language !== 'curl') return stdout;
  const answer = JSON.parse(stdout) as { choices: { message: { content: string } }[] };
  return answer.choices[0]!.message.content;
}
