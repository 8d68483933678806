/** Bytes that are converted to text at a time: all at once would exceed the arguments of a call. */
const CHUNK = 0x8000;

/** As browsers write the rules of a style sheet. */
const ADDRESS = /url\("([^"()]+)"\) format\("woff2"\)/;

/**
 * Style rules with the fonts that a document shows as data, for a drawing that can load nothing. They are our
 * own fonts of formulas; all other text has fonts of the system.
 * @returns '' if the document shows none
 */
export async function embeddedFonts(page: Document): Promise<string> {
  const shown = new Set([...page.fonts].filter(({ status }) => status === 'loaded').map(keyOf));
  const rules = [...page.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter(isFontFace);
  const texts = await Promise.all(
    rules.map(async ({ style, parentStyleSheet }) => {
      const face = {
        family: style.getPropertyValue('font-family'),
        weight: style.getPropertyValue('font-weight'),
        style: style.getPropertyValue('font-style'),
      };
      const address = ADDRESS.exec(style.getPropertyValue('src'))?.[1];
      if (!address || !shown.has(keyOf(face))) return '';
      const url = new URL(address, parentStyleSheet?.href ?? page.baseURI);
      const data = base64Of(new Uint8Array(await (await fetch(url)).arrayBuffer()));
      return `@font-face{font-family:${face.family};font-weight:${face.weight};font-style:${face.style};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
    }),
  );
  return texts.join('\n');
}

/** Identifies a font, with or without quotation marks around its family; `normal` is 400. */
function keyOf({ family, weight, style }: Pick<FontFace, 'family' | 'weight' | 'style'>): string {
  const number = weight === 'normal' ? '400' : weight === 'bold' ? '700' : weight;
  return `${family.replaceAll(/["']/g, '')} ${number} ${style}`;
}

/** The rule belongs to the frame, whose constructors are not those of this page. */
function isFontFace(rule: CSSRule): rule is CSSFontFaceRule {
  return rule.cssText.startsWith('@font-face');
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCodePoint(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
