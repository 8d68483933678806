import ts from 'typescript';
import { sourceFiles, type SourceFile } from '#tests/architecture/source-files.ts';

/** Worth parsing: it has an export, and a parameter that is a text or of any type. */
const MAY_HAVE_ONE = /^export [\s\S]*: (?:readonly )?(?:string|unknown|Uint8Array|Headers)\b/m;
const IS_TEXT = /^(?:readonly )?(?:string|unknown|Uint8Array|Headers)(?:\[\])?(?: \| (?:null|undefined))*$/;
/** Names of row ids, which are as long as a key of the database. */
const IS_ID = /^(?:ids?|\w+Ids?)$/;
const IS_HOOK = /^use[A-Z]/;

type WithParameters =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration;

/**
 * The exported functions and classes of the product, without the sandbox, that take a text, or a value of any type,
 * and have processed it when they return. An async function passes the text to such a function, to a thread or to the
 * database.
 * @returns `<file> <name>`, for parameters whose type is a text, bytes, headers or unknown, or lists of such
 */
export function stringFunctions(): string[] {
  const files = sourceFiles(
    ['app', 'db', 'worker'],
    /^(?!app\/(?:routes|sandbox)\/).*(?<!\.test|\.d)\.tsx?$/,
  );
  return files.filter(({ text }) => MAY_HAVE_ONE.test(text)).flatMap(inFile);
}

function inFile({ place, text }: SourceFile): string[] {
  const kind = place.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(place, text, ts.ScriptTarget.Latest, false, kind);
  const takesText = ({ parameters, type, modifiers }: WithParameters) =>
    !modifiers?.some(({ kind: one }) => one === ts.SyntaxKind.AsyncKeyword) &&
    !type?.getText(file).startsWith('Promise<') &&
    parameters.some(
      (one) => one.type && IS_TEXT.test(one.type.getText(file)) && !IS_ID.test(one.name.getText(file)),
    );
  const found = file.statements
    .filter(isExported)
    .flatMap((statement) => functionsOf(statement, file))
    .filter(([name, one]) => takesText(one) && !IS_HOOK.test(name));
  return [...new Set(found.map(([name]) => `${place} ${name}`))];
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

/** The functions of a statement by their exported names; the methods of a class by the class name. */
function functionsOf(statement: ts.Statement, file: ts.SourceFile): [name: string, WithParameters][] {
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? 'default', statement]];
  if (ts.isClassDeclaration(statement)) {
    const name = statement.name?.text ?? 'default';
    return statement.members.filter(ts.isMethodDeclaration).map((method) => [name, method]);
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [[name.getText(file), initializer]]
      : [],
  );
}
