import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const LOCALES = path.resolve('app/ui/i18n/locales');

/** The texts of one file, nested keys joined by dots; entries of a list by their number. */
export function flatten(value: unknown, prefix = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[prefix, value]]);
  const entries = Object.entries(value as object).flatMap(([key, inner]) => [
    ...flatten(inner, prefix === '' ? key : `${prefix}.${key}`),
  ]);
  return new Map(entries);
}

/** Texts of one namespace in one language by key. */
export function readTexts(folder: string, language: string, namespace: string): Map<string, string> {
  return flatten(JSON.parse(readFileSync(path.join(folder, language, `${namespace}.json`), 'utf8')));
}

/** Namespaces of a language, which are its files. */
export function namespacesOf(folder: string, language: string): string[] {
  return readdirSync(path.join(folder, language)).map((file) => path.basename(file, '.json'));
}
