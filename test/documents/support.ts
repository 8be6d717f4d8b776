import { extractText, getDocumentProxy } from 'unpdf';
import { installedColorProfile, installedFonts } from '../../scripts/documents/fonts.ts';
import type { DocumentModel } from '../../shared/documents/model.ts';
import { type Branding, renderPdf } from '../../shared/documents/pdf/render.ts';

const fonts = installedFonts();

export const PLAIN: Branding = { displayName: null, primaryColor: null, logo: null };

const colorProfile = installedColorProfile();

/** Renders a document. `eInvoice`: the XML to embed; `null`: none. */
export const render = (model: DocumentModel, branding: Branding = PLAIN, eInvoice: string | null = null): Promise<Uint8Array> =>
  renderPdf(model, branding, fonts, { colorProfile, eInvoice });

/** Extracts the text of each page, with single spaces. */
export const textsOfPages = async (pdf: Uint8Array): Promise<readonly string[]> => {
  // The PDF library detaches the buffer, so it gets a copy.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map(normalizeSpaces);
};

export const normalizeSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
