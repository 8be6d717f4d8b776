import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Fonts, openFonts } from '../../shared/documents/pdf/fonts.ts';

const require = createRequire(import.meta.url);
const fontFile = (weight: string): Uint8Array => readFileSync(require.resolve(`@expo-google-fonts/inter/${weight}.ttf`));

/** Opens the fonts of the document worker from their npm package. */
export const installedFonts = (): Fonts =>
  openFonts({ regular: fontFile('400Regular/Inter_400Regular'), bold: fontFile('600SemiBold/Inter_600SemiBold') });
