import type { EInvoiceModel } from '../domain/e-invoice/model.ts';
import type { EInvoiceFormat } from '../domain/e-invoice/types.ts';
import { writeCii } from './cii.ts';
import { PROFILES } from './profiles.ts';
import { writeUbl } from './ubl.ts';

type Writer = (model: EInvoiceModel) => string;

const WRITERS: Readonly<Record<EInvoiceFormat, Writer>> = {
  ubl: (model) => writeUbl(model, PROFILES.en16931),
  cii: (model) => writeCii(model, PROFILES.en16931),
  xrechnung_ubl: (model) => writeUbl(model, PROFILES.xrechnung),
  xrechnung_cii: (model) => writeCii(model, PROFILES.xrechnung),
  peppol: (model) => writeUbl(model, PROFILES.peppol),
  facturx: (model) => writeCii(model, PROFILES.en16931),
};

/** Writes the XML of a format; for `facturx` the XML that is embedded into the PDF. The same model gives the same text. */
export const writeEInvoice = (model: EInvoiceModel, format: EInvoiceFormat): string => WRITERS[format](model);
