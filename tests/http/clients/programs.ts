import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';

/** The folder of the programs' own lock file. */
export const PROGRAMS_ROOT = path.join(import.meta.dirname, 'programs');

/** Longer than any of them retries. */
const TIMEOUT_MS = 120_000;

interface Settings {
  /** `http://127.0.0.1:<port>` of the hub. */
  origin: string;
  apiKey: string;
  model: string;
  prompt: string;
  /** The program's home and working folder, empty at first. */
  home: string;
}

interface Call {
  /** The program's file within `node_modules`, and the arguments before it. */
  command: string[];
  env: Record<string, string>;
  /** Files of its configuration, by their name. */
  files?: Record<string, string>;
  /** A separate call that stores the key. */
  login?: string[];
}

/** A terminal program for models. It is configured with nothing but address, key and model. */
interface Program {
  name: string;
  /** The package that has its version. */
  packageName: string;
  /** One of its read-only tools. */
  tool: string;
  call(settings: Settings): Call;
}

const place = (...parts: string[]) => path.join(PROGRAMS_ROOT, 'node_modules', ...parts);

export const PROGRAMS: readonly Program[] = [
  {
    name: 'Codex',
    packageName: '@openai/codex',
    tool: 'exec_command',
    call: ({ origin, apiKey, model, prompt }) => ({
      command: [
        process.execPath,
        place('@openai/codex/bin/codex.js'),
        'exec',
        '--skip-git-repo-check',
        '--config',
        `model_providers.hub={name="Hub",base_url="${origin}/api/v1",env_key="HUB_KEY",wire_api="responses"}`,
        '--config',
        'model_provider=hub',
        '--model',
        model,
        prompt,
      ],
      env: { HUB_KEY: apiKey },
    }),
  },
  {
    name: 'Claude Code',
    packageName: '@anthropic-ai/claude-code-linux-x64',
    tool: 'Read',
    call: ({ origin, apiKey, model, prompt }) => ({
      command: [place('@anthropic-ai/claude-code-linux-x64/claude'), '-p', '--model', model, prompt],
      env: {
        ANTHROPIC_BASE_URL: `${origin}/api`,
        ANTHROPIC_API_KEY: apiKey,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    }),
  },
  {
    name: 'opencode',
    packageName: 'opencode-linux-x64',
    tool: 'read',
    call: ({ origin, apiKey, model, prompt }) => ({
      command: [place('opencode-linux-x64/bin/opencode'), 'run', '--model', `hub/${model}`, prompt],
      env: {},
      files: {
        'opencode.json': JSON.stringify({
          provider: {
            hub: {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: `${origin}/api/v1`, apiKey },
              models: { [model]: {} },
            },
          },
        }),
      },
    }),
  },
  {
    name: 'Qwen Code',
    packageName: '@qwen-code/qwen-code',
    tool: 'read_file',
    call: ({ origin, apiKey, model, prompt }) => ({
      command: [process.execPath, place('@qwen-code/qwen-code/cli.js'), '--auth-type=openai', '-p', prompt],
      env: { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: `${origin}/api/v1`, OPENAI_MODEL: model },
    }),
  },
  {
    name: 'Cline',
    packageName: '@cline/cli-linux-x64',
    tool: 'read_files',
    call: ({ origin, apiKey, model, prompt }) => {
      const program = place('@cline/cli-linux-x64/bin/cline');
      return {
        login: [program, 'auth', 'openai-compatible', '-k', apiKey, '-b', `${origin}/api/v1`, '-m', model],
        command: [program, prompt],
        env: {},
      };
    },
  },
];

/** With its version, as in the table. */
export function nameOf({ name, packageName }: Program): string {
  const { version } = JSON.parse(readFileSync(place(packageName, 'package.json'), 'utf8')) as {
    version: string;
  };
  return `${name} ${version}`;
}

/**
 * Runs a program once, in a home of its own.
 * @returns its output, without colors, and its exit code; null if it was killed after two minutes
 */
export async function askProgram(
  program: Program,
  settings: Omit<Settings, 'home'>,
): Promise<{ output: string; code: number | null }> {
  const home = mkdtempSync(path.join(tmpdir(), 'program-'));
  try {
    const { command, env, files = {}, login } = program.call({ ...settings, home });
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(home, name), text);
    if (login) await run(login, home, env);
    return await run(command, home, env);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

function run([program = '', ...args]: string[], home: string, env: Record<string, string>) {
  return new Promise<{ output: string; code: number | null }>((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: home,
      env: { NODE_ENV: 'production', PATH: process.env['PATH'], HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => (output += piece));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ output: stripVTControlCharacters(output), code }));
  });
}
