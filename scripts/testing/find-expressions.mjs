import ts from 'typescript';

/**
 * Finds the regular expressions of a source: literals, and `new RegExp` with constant text. Expressions that
 * are composed at run time are not included; the code that composes them must bound their parts.
 * @param {string} file its extension tells the language
 * @param {string} text
 * @returns {{ line: number, source: string, flags: string }[]}
 */
export function findExpressions(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, source, flags) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push({ line: line + 1, source, flags });
  };
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (isConstruction(node)) {
      const [source, flags] = (node.arguments ?? []).map(constantText);
      if (source !== undefined) add(node, source, flags ?? '');
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isConstruction(node) {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

/** @returns {string | undefined} undefined for text that is only known at run time */
function constantText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  const isRaw =
    ts.isTaggedTemplateExpression(node) &&
    node.tag.getText() === 'String.raw' &&
    ts.isNoSubstitutionTemplateLiteral(node.template);
  return isRaw ? node.template.rawText : undefined;
}
