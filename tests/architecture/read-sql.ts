import ts from 'typescript';
import type { SourceFile } from './source-files.ts';

/** Represents values in a template literal that are inserted at run time. */
export const HOLE = '${}';

/** Tables that objects name beside a column, as rows of a list of columns do: `{ table: 'users', column: … }`. */
function tablesOfColumns(file: ts.SourceFile): string[] {
  const tables: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const named = new Map(node.properties.map((property) => [property.name?.getText(file), property]));
      const table = named.has('column') ? named.get('table') : undefined;
      if (table && ts.isPropertyAssignment(table) && ts.isStringLiteralLike(table.initializer))
        tables.push(table.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return tables;
}

const parse = ({ place, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(
    place,
    text,
    ts.ScriptTarget.Latest,
    false,
    place.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** Every string and template literal of a file, without comments and import paths. */
function stringsIn(file: ts.SourceFile): string[] {
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) strings.push(node.text);
    if (ts.isTemplateExpression(node)) {
      strings.push([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(HOLE));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return strings;
}

const NAME =
  /\b(?:FROM|JOIN|INTO|(?<!KEY )UPDATE|TABLE(?: IF(?: NOT)? EXISTS)?)\s+`?([a-z_][a-z_0-9]*|\$\{\})/g;
const LOWER_CASE =
  /^\s*(?:select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|alter\s+table|drop\s+table)\s/is;
const UPPER_CASE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|ALTER|DROP)\s/;
const KEYWORDS = new Set(['for', 'set', 'select', 'only', 'each']);

/** Names that a statement gives to its own parts: `WITH RECURSIVE path (id) AS (`. */
const OWN_NAME = /(?:\bWITH(?:\s+RECURSIVE)?|\),)\s+([a-z_]\w*)\s*(?:\([^)]*\)\s*)?AS\s*\(/g;

export interface SqlFacts {
  tables: string[];
  /** Statements that this test could not parse: lower-case keywords, a table name inserted at run time. */
  unreadable: string[];
}

/** A file that matches neither has no SQL, and no list of columns: it need not be parsed. */
const HAS_WORDS = /FROM|JOIN|INTO|TABLE|column/;
const HAS_STATEMENT = /select|insert|update|delete|alter|drop/i;

/** The tables that a file's SQL names. */
export function readSql(source: SourceFile): SqlFacts {
  if (!HAS_WORDS.test(source.text) && !HAS_STATEMENT.test(source.text)) return { tables: [], unreadable: [] };
  const file = parse(source);
  const facts: SqlFacts = { tables: tablesOfColumns(file), unreadable: [] };
  for (const string of stringsIn(file)) {
    if (LOWER_CASE.test(string) && !UPPER_CASE.test(string)) facts.unreadable.push(string);
    const own = new Set([...string.matchAll(OWN_NAME)].map((match) => match[1]));
    for (const [, name = ''] of string.matchAll(NAME)) {
      if (name === HOLE) facts.unreadable.push(string);
      else if (!KEYWORDS.has(name) && !own.has(name)) facts.tables.push(name);
    }
  }
  return facts;
}
