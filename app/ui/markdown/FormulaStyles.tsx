import styles from 'katex/dist/katex.min.css?url';

/** Style sheet of formulas; only pages that show a formula load it and its fonts. */
export function FormulaStyles() {
  return <link rel="stylesheet" href={styles} />;
}
