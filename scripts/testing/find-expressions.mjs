import ts from 'typescript';

/**
 * The regular expressions of a source: literals, and `new RegExp` of constant text. One that is put together at run
 * time is none of these; its parts are to be bounded where it is made.
 * @param {string} file its name tells the kind of source
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

/** @returns {string | undefined} undefined for what only the running program knows */
function constantText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  const isRaw =
    ts.isTaggedTemplateExpression(node) &&
    node.tag.getText() === 'String.raw' &&
    ts.isNoSubstitutionTemplateLiteral(node.template);
  return isRaw ? node.template.rawText : undefined;
}
