/** The identifiers of specification (BT-24) and business process (BT-23) in a file, and rules of the specification. */
export interface EInvoiceProfile {
  readonly specificationId: string;
  /** `null`: the file contains the process id that the data of the invoice names. */
  readonly processId: string | null;
  /** True if a document can have one note only (PEPPOL-EN16931-R002). */
  readonly hasOneNote: boolean;
  /** True if each VAT breakdown must state a rate, even for sales outside the scope of VAT (BR-DE-14). */
  readonly requiresRate: boolean;
}

/** Business process (BT-23) of an invoice for a sale. */
export const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const EN16931 = 'urn:cen.eu:en16931:2017';

/** The rules of each format. Factur-X is CII of the profile EN 16931. */
export const PROFILES = {
  en16931: { specificationId: EN16931, processId: null, hasOneNote: false, requiresRate: false },
  xrechnung: {
    specificationId: `${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    processId: BILLING_PROCESS,
    hasOneNote: false,
    requiresRate: true,
  },
  peppol: {
    specificationId: `${EN16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    processId: BILLING_PROCESS,
    hasOneNote: true,
    requiresRate: false,
  },
} as const satisfies Record<string, EInvoiceProfile>;
