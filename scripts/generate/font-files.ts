import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const PACKAGE = '@fontsource-variable/inter';

/** The package's subsets that pages use: Latin-1 with the euro sign, and Latin Extended for Polish and others. */
const SUBSETS = ['latin', 'latin-ext'] as const;

const readPackageFile = (path: string): Buffer => readFileSync(require.resolve(`${PACKAGE}/${path}`));

/** The contents of the font file of a subset. */
export const readFont = (subset: (typeof SUBSETS)[number]): Buffer => readPackageFile(`files/inter-${subset}-wght-normal.woff2`);

/** Name with a content hash, such as `inter-latin-1A2B3C4D.woff2`. */
const hashedName = (subset: string, content: Uint8Array): string =>
  `inter-${subset}-${createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase()}.woff2`;

/** The module that lists the font files of the pages: for each, the name in `/assets/` and the characters that it contains. */
export const fontFilesModule = (): string => {
  const ranges = JSON.parse(readPackageFile('unicode.json').toString()) as Readonly<Record<string, string>>;
  const entries = SUBSETS.map((subset) => {
    const name = hashedName(subset, readFont(subset));
    return `  { subset: '${subset}', name: '${name}', unicodeRange: '${ranges[subset]}' },\n`;
  });
  return `/** Written by \`npm run generate\`. The font files of the pages: Inter, weights 100 to 900 (SIL Open Font License 1.1). */
export const FONT_FILES = [
${entries.join('')}] as const;
`;
};
