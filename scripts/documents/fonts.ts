import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Fonts, openFonts } from '../../shared/documents/pdf/fonts.ts';

const require = createRequire(import.meta.url);

/** Reads the ICC profile that the document worker uses, from PDFKit's package. */
export const installedColorProfile = (): Uint8Array => readFileSync(join(dirname(require.resolve('pdfkit')), 'data/sRGB_IEC61966_2_1.icc'));

const fontFile = (weight: string): Uint8Array => readFileSync(require.resolve(`@expo-google-fonts/inter/${weight}.ttf`));

/** Opens the fonts that the document worker uses, from their npm package. */
export const installedFonts = (): Fonts =>
  openFonts({ regular: fontFile('400Regular/Inter_400Regular'), bold: fontFile('600SemiBold/Inter_600SemiBold') });
