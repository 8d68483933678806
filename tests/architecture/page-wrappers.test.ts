import { describe, expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

/**
 * A loader or an action of a feature is declared by `pageLoader` or `pageAction`: they find the caller, count
 * the form and convert errors, in one order for all pages.
 */
const WRAPPED = /= page(?:Loader|Action)\(/;

/** The arguments of Remix's own functions, and the functions that find a caller. */
const BY_HAND = /\b(?:LoaderFunctionArgs|ActionFunctionArgs|readCaller|admitCaller)\b/;

/** A wrapper counts the form and converts errors. */
const STEPS = /\b(?:consumeWriteQuota|errorResponse|asThrown)\(/;

/** Files that take Remix's arguments, each with its reason. */
const UNWRAPPED = [
  // Chooses between two wrapped actions by the type of the form.
  'app/features/auth/account/account-page.server.ts',
  // A call under /api, whose sign-out succeeds without a caller.
  'app/features/auth/api/session-calls.server.ts',
  // Signs the browser out even if the caller cannot be looked up.
  'app/features/auth/login/logout.server.ts',
  // A text for programs, the same for every caller.
  'app/features/docs/markdown-call.server.ts',
  // A call for visitors and users: a shared file.
  'app/features/shares/shared/shared-file-call.server.ts',
];

/** Wrapped files with steps of their own, each with its reason. */
const WITH_STEPS = [
  // Its forms count as calls of a model or as changes, by their intent.
  'app/features/chat/send/actions/run-intent.server.ts',
  // Files, and a page that is written in pieces: their errors are answers to programs, not pages.
  'app/features/exports/export-call.server.ts',
  'app/features/exports/print/print-call.server.ts',
  // The same as for the chat.
  'app/features/playground/server/act-on-playground.server.ts',
  // Files for downloads: their errors are answers to programs, not pages.
  'app/features/presets/calls.server.ts',
  'app/features/usage/export/export-call.server.ts',
  'app/features/usage/receipt/content-call.server.ts',
];

function unwrapped(files: readonly SourceFile[]): string[] {
  return files.filter(({ text }) => BY_HAND.test(text)).map(({ place }) => place);
}

function withSteps(files: readonly SourceFile[]): string[] {
  return files.filter(({ text }) => WRAPPED.test(text) && STEPS.test(text)).map(({ place }) => place);
}

describe('pages are declared by their wrappers', () => {
  const files = sourceFiles(['app/features'], /\.server\.tsx?$/);

  it('in every feature', () => {
    expect(files.filter(({ text }) => WRAPPED.test(text)).length).toBeGreaterThan(30);
    expect(unwrapped(files).sort()).toEqual(UNWRAPPED);
  });

  it('which count their forms and convert their errors', () => {
    expect(withSteps(files).sort()).toEqual(WITH_STEPS);
  });

  it('control: finds a loader and an error by hand', () => {
    const hand = { place: 'hand', text: 'export async function load({ request }: LoaderFunctionArgs) {' };
    const loader = "export const load = pageLoader({ auth: 'user' }, () => {";
    const error = { place: 'error', text: `${loader}\n  throw errorResponse(new AppError('not_found'));` };
    const good = { place: 'good', text: `${loader}\n  throw new AppError('not_found');` };
    expect(unwrapped([hand, error, good])).toEqual(['hand']);
    expect(withSteps([hand, error, good])).toEqual(['error']);
  });
});
