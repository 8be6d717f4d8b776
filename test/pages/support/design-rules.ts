/** Rules of the design system: colours, distances, sizes of text, weights and corners come from `shared/platform/design-tokens.ts`. */

/** A source file of pages or emails. */
interface StyledSource {
  readonly path: string;
  readonly text: string;
}

/** A hexadecimal colour that is not part of a word or a URL, or a colour function with numbers. */
const COLOR = /(?<![\w&/.-])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch)\(\s*[\d.]/gi;

/** Returns the colour literals of a source as `file:line colour`. */
export const colorLiterals = ({ path, text }: StyledSource): readonly string[] =>
  text.split('\n').flatMap((line, index) => (line.match(COLOR) ?? []).map((color) => `${path}:${index + 1} ${color}`));

/** The distances that the design tokens define, as CSS properties (`--space-1`) or in rem. */
const ON_SCALE = /^-?(?:0|auto|(?:0?\.25|0?\.5|0?\.75|1|1\.5|2)rem|var\(--space-[1-6]\)|calc\(.*var\(--space-.*\))$/;
/** Widths of lines, small corrections, and distances relative to the size of the text or of the window. */
const SMALL_OR_RELATIVE = /^-?(?:[12]px|[\d.]+(?:em|vh))$/;
/** Values of `font`: sizes, weights and families of the tokens. */
const FONT =
  /^(?:inherit|(?:(?:400|500|600) )?var\(--text-(?:table|body|section|title|number)\) (?:var\(--font\)|ui-monospace, .*monospace))$/;
/** Values of `border-radius`. */
const CORNERS = /^(?:(?:0|50%|inherit|var\(--radius(?:-card|-full)?\))(?: |$))+$/;

/** Splits a value at spaces outside parentheses. */
const partsOf = (value: string): readonly string[] => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

/** What each property may have as its value. */
const ALLOWED: readonly (readonly [property: RegExp, isAllowed: (value: string) => boolean])[] = [
  [
    /^(?:padding|margin|gap|row-gap|column-gap)(?:-[a-z]+)*$/,
    (value) => partsOf(value).every((part) => ON_SCALE.test(part) || SMALL_OR_RELATIVE.test(part)),
  ],
  [/^font$/, (value) => FONT.test(value)],
  [/^font-size$/, (value) => /^(?:inherit|[\d.]+em)$/.test(value)],
  [/^font-weight$/, (value) => /^(?:400|500|600)$/.test(value)],
  [/^border(?:-[a-z]+)*-radius$/, (value) => CORNERS.test(value)],
  [/^(?:min-)?height$/, (value) => !/^(?:32|44|48)px$/.test(value)],
];

const DECLARATION = /(?<![\w-])([a-z-]+)\s*:\s*([^;{}]+?)\s*(?:!important)?(?=[;}])/g;

/** Returns the declarations of a style sheet that do not use the tokens. */
export const declarationsOffScale = (sheet: string): readonly string[] =>
  [
    ...sheet
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/\s+/g, ' ')
      .matchAll(DECLARATION),
  ].flatMap(([, property = '', value = '']) =>
    ALLOWED.some(([name, isAllowed]) => name.test(property) && !isAllowed(value)) ? [`${property}: ${value}`] : [],
  );
