import { deflateSync } from 'node:zlib';
import type { PdfMetadata } from './metadata.ts';
import { xmpPacket } from './metadata.ts';

/** What makes a document an archivable PDF/A-3, and a Factur-X invoice if there is an e-invoice. */
export interface Archive {
  /** ICC profile sRGB, which the colors of the document refer to. */
  readonly colorProfile: Uint8Array;
  /** The e-invoice to embed, in the syntax CII with the profile EN 16931; `null`: none. */
  readonly eInvoice: string | null;
}

/** The name that Factur-X and ZUGFeRD prescribe for the embedded file. */
const FACTURX_FILE = 'factur-x.xml';

/** Parts of PDFKit that its types lack. */
interface Internals {
  /** Collects the XMP packet. */
  metadata: { append: (xml: string) => void; getXML: () => string; getLength: () => number; end: () => void };
  readonly _root: { readonly data: Record<string, unknown> };
  ref(data: object): { write(chunk: Uint8Array): void; end(chunk?: Uint8Array): void };
  file(source: Uint8Array, options: object): unknown;
}

/**
 * Replaces PDFKit's XMP packet, which does not escape names and has no Factur-X properties. PDFKit's PDF/A option is not used, because it
 * reads the color profile from a file that the bundle of a function does not have.
 */
const writeMetadata = (doc: Internals, metadata: PdfMetadata): void => {
  const packet = xmpPacket(metadata);
  doc.metadata = { append: () => {}, getXML: () => packet, getLength: () => Buffer.byteLength(packet), end: () => {} };
};

const compressedProfiles = new WeakMap<Uint8Array, Buffer>();

/** The color profile as it is stored in each document. */
const compressed = (colorProfile: Uint8Array): Buffer => {
  const known = compressedProfiles.get(colorProfile) ?? deflateSync(colorProfile);
  compressedProfiles.set(colorProfile, known);
  return known;
};

const writeOutputIntent = (doc: Internals, colorProfile: Uint8Array): void => {
  // With `Filter`, PDFKit does not compress the data, which is already compressed.
  const profile = doc.ref({ N: 3, Filter: 'FlateDecode' });
  profile.end(compressed(colorProfile));
  const name = 'sRGB IEC61966-2.1';
  const intent = doc.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    Info: new String(name),
    OutputConditionIdentifier: new String(name),
    DestOutputProfile: profile,
  });
  intent.end();
  doc._root.data.OutputIntents = [intent];
};

const embed = (doc: Internals, xml: string, issued: Date): void => {
  doc.file(Buffer.from(xml), {
    name: FACTURX_FILE,
    type: 'text/xml',
    description: 'Factur-X invoice',
    relationship: 'Alternative',
    creationDate: issued,
    modifiedDate: issued,
  });
};

/** Adds to a PDF what PDF/A-3 requires, and the e-invoice. Call it before the document is ended. */
export const makeArchivable = (doc: PDFKit.PDFDocument, archive: Archive, metadata: Omit<PdfMetadata, 'eInvoiceFile'>): void => {
  // The types of PDFKit lack these members.
  const internals = doc as unknown as Internals;
  const { colorProfile, eInvoice } = archive;
  writeMetadata(internals, { ...metadata, eInvoiceFile: eInvoice === null ? null : FACTURX_FILE });
  writeOutputIntent(internals, colorProfile);
  if (eInvoice !== null) embed(internals, eInvoice, metadata.createdAt);
};
