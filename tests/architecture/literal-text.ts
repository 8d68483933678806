import ts from 'typescript';

/** Attributes whose text a person reads or hears. */
const READ_ATTRIBUTES = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'aria-description']);
const LETTERS = /\p{L}/u;

/**
 * Literal texts in the JSX of a file, each as `line: text`. Texts come from the locales; symbols, numbers and
 * names without letters are allowed.
 */
export function literalTexts(fileName: string, source: string): string[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const report = (node: ts.Node, words: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${line + 1}: ${words.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && LETTERS.test(node.text)) report(node, node.text);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      for (const text of literalsOf(node.expression)) report(node, text);
    }
    if (ts.isJsxAttribute(node) && READ_ATTRIBUTES.has(node.name.getText(file))) {
      const value = node.initializer;
      const expression = value && ts.isJsxExpression(value) ? value.expression : value;
      for (const text of literalsOf(expression)) report(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * String literals with letters that are possible values of an expression: itself, or a branch of a condition.
 */
function literalsOf(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return LETTERS.test(node.text) ? [node.text] : [];
  if (ts.isTemplateExpression(node)) {
    const words = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ');
    return LETTERS.test(words) ? [words] : [];
  }
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return literalsOf(node.right);
  return [];
}
