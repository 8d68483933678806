import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { MODEL_OWNERS } from './owners.ts';
import { sourceFiles, type SourceFile } from './source-files.ts';

/** The values that a file imports from db/models, without types: `db/models/x.ts#Name`. */
function importedModels({ place, text }: SourceFile): string[] {
  if (!text.includes('db/models/')) return [];
  const source = ts.createSourceFile(place, text, ts.ScriptTarget.Latest);
  return source.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const from = /db\/models\/([\w-]+\.ts)$/.exec((statement.moduleSpecifier as ts.StringLiteral).text)?.[1];
    const clause = statement.importClause;
    if (!from || !clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
    const bindings = clause.namedBindings;
    const names =
      bindings && ts.isNamedImports(bindings)
        ? bindings.elements.filter((element) => !element.isTypeOnly).map((element) => element.name.text)
        : ['*'];
    return names.map((name) => `db/models/${from}#${name}`);
  });
}

const WRITES =
  /\b(?:User|Session|Conversation|Message|Draft)\.(?:create|bulkCreate|findOrCreate|upsert|update|destroy|truncate|increment|decrement)\(/g;

/** Models read; a table's owner writes it by SQL. */
function writes(files: SourceFile[]): string[] {
  return files.flatMap(({ place, text }) => (text.match(WRITES) ?? []).map((call) => `${place}: ${call}`));
}

function violations(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    importedModels(file)
      .filter((model) => {
        const owners = MODEL_OWNERS[model.split('#', 1)[0] ?? ''] ?? [];
        return !owners.some((folder) => file.place.startsWith(folder));
      })
      .map((model) => `${file.place} uses ${model}`),
  );
}

describe('only the folders that own a table use its model', () => {
  it('in the whole product', () => {
    const files = sourceFiles(['app', 'worker', 'db/seed'], /\.tsx?$/);
    expect(violations(files)).toEqual([]);
    expect(files.flatMap(importedModels).length, 'the test reads the imports that are there').toBeGreaterThan(
      2,
    );
  });

  it('and they only read: writes are SQL', () => {
    expect(writes(sourceFiles(['app', 'worker', 'db'], /\.tsx?$/))).toEqual([]);
  });

  it('control: finds a model that writes, and lets one that reads pass', () => {
    const place = 'app/core/conversations/x.ts';
    expect(writes([{ place, text: 'await Draft.destroy({ where })' }])).toEqual([`${place}: Draft.destroy(`]);
    expect(writes([{ place, text: 'await Draft.findOne({ where }); draft.update()' }])).toEqual([]);
  });

  it('control: finds a model in a foreign folder, ignores types and owners', () => {
    const text = "import { User, type Session } from '#db/models/accounts.ts';";
    expect(violations([{ place: 'app/features/chat/x.server.ts', text }])).toEqual([
      'app/features/chat/x.server.ts uses db/models/accounts.ts#User',
    ]);
    expect(violations([{ place: 'app/core/accounts/x.ts', text }])).toEqual([]);
    const types = "import type { User } from '#db/models/accounts.ts';";
    expect(violations([{ place: 'app/features/chat/x.server.ts', text: types }])).toEqual([]);
    const all = "import * as models from '../../../db/models/conversations.ts';";
    expect(violations([{ place: 'app/features/chat/x.server.ts', text: all }])).toHaveLength(1);
  });
});
