import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { renderPdf } from '../../shared/documents/pdf/render.ts';
import { installedColorProfile, installedFonts } from './fonts.ts';
import { SELLER } from './sales.ts';
import { SAMPLES } from './samples.ts';

/** `npm run documents:samples [-- FOLDER]`: writes a sample PDF of each kind of document. */
const folder = process.argv[2] ?? join(REPOSITORY_ROOT, '.build', 'documents');
mkdirSync(folder, { recursive: true });
const branding = { displayName: SELLER.name, primaryColor: SELLER.branding.primaryColor, logo: null };
const fonts = installedFonts();
for (const [name, model] of Object.entries(SAMPLES)) {
  const file = join(folder, `${name}.pdf`);
  writeFileSync(file, await renderPdf(model(), branding, fonts, { colorProfile: installedColorProfile(), eInvoice: null }));
  process.stdout.write(`${file}\n`);
}
