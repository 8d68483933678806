const PLURAL = /_(zero|one|two|few|many|other)$/;

/**
 * Problems of one namespace in one language, each as one line that names the key. Empty if there are none.
 */
export function compareTexts(
  english: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
  language: string,
  sameAsEnglish: ReadonlySet<string>,
): string[] {
  const wanted = wantedKeys(english, language);
  const problems: string[] = [];
  for (const key of wanted.keys()) if (!other.has(key)) problems.push(`${key}: missing`);
  for (const [key, text] of other) {
    const source = wanted.get(key) ?? (isZero(key, wanted) ? '' : undefined);
    if (source === undefined) {
      problems.push(`${key}: English has no such key`);
      continue;
    }
    if (text.trim() === '') problems.push(`${key}: empty`);
    if (source !== '' && !samePlaceholders(source, text, PLURAL.test(key))) {
      problems.push(`${key}: other placeholders than in English`);
    }
    if (text === source && /\p{L}{2}/u.test(withoutPlaceholders(text)) && !sameAsEnglish.has(key)) {
      problems.push(`${key}: still in English`);
    }
  }
  return problems;
}

/** The keys that a language must have, with the English text of each: plural forms by its grammar. */
function wantedKeys(english: ReadonlyMap<string, string>, language: string): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const wanted = new Map<string, string>();
  for (const [key, text] of english) {
    const base = key.replace(PLURAL, '');
    const plural = base !== key && english.has(`${base}_other`);
    if (!plural) wanted.set(key, text);
    else for (const form of forms) wanted.set(`${base}_${form}`, english.get(`${base}_other`) ?? text);
  }
  return wanted;
}

/** `_zero` is allowed in every language. */
function isZero(key: string, wanted: ReadonlyMap<string, string>): boolean {
  return key.endsWith('_zero') && wanted.has(key.replace(/_zero$/, '_other'));
}

/** A plural form may contain its number as a word ("one message"), so `count` is optional there. */
function samePlaceholders(english: string, text: string, plural: boolean): boolean {
  const wanted = placeholdersOf(english);
  const found = placeholdersOf(text);
  if (plural) {
    wanted.delete('count');
    found.delete('count');
  }
  return wanted.size === found.size && [...wanted].every((name) => found.has(name));
}

function placeholdersOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}|<(\/?\w+)>/g)].map((match) => match[1] ?? match[2] ?? ''),
  );
}

function withoutPlaceholders(text: string): string {
  return text.replaceAll(/\{\{[^}]*\}\}/g, '');
}
