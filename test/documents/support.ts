import { extractText, getDocumentProxy } from 'unpdf';
import { installedFonts } from '../../scripts/documents/fonts.ts';
import type { DocumentModel } from '../../shared/documents/model.ts';
import { type Branding, renderPdf } from '../../shared/documents/pdf/render.ts';

const fonts = installedFonts();

export const PLAIN: Branding = { displayName: null, primaryColor: null, logo: null };

export const rendered = (model: DocumentModel, branding: Branding = PLAIN): Promise<Uint8Array> => renderPdf(model, branding, fonts);

/** What a reader of the PDF copies from each page, with one space where there were several or other ones. */
export const pagesOf = async (pdf: Uint8Array): Promise<readonly string[]> => {
  // The reader takes the bytes away from its caller.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map(spaced);
};

export const spaced = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
