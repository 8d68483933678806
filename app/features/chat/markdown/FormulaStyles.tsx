import styles from 'katex/dist/katex.min.css?url';

/** The style sheet of formulas; only pages that show one load it and its fonts. */
export function FormulaStyles() {
  return <link rel="stylesheet" href={styles} />;
}
