import * as v from 'valibot';
import { EVIDENCE_STATES } from '../../domain/tax/evidence.ts';
import { described, doc, named } from '../schemas/described.ts';
import { openEnum } from './common.ts';
import { expandedDocument } from './document-texts.ts';
import { Invoice } from './invoice.ts';

const country = (text: string | undefined) => described(v.nullable(v.string()), text);

const TaxEvidence = named(
  v.strictObject({
    status: described(
      openEnum(EVIDENCE_STATES),
      doc(
        '`sufficient` (two of the three countries match the country of the sale; a matching `ip_country_code` or `payment_country_code` alone is enough while sales to other member states are at most 100,000 EUR a year), `insufficient` (too few are known) or `contradicted` (too few match, and at least one differs). For a consumer outside the EU, all countries outside the EU match.',
      ),
    ),
    billing_country_code: country(doc('Country of the billing address, ISO 3166-1 alpha-2; `null`: unknown.')),
    ip_country_code: country(doc('Country of the IP address at the checkout; `null`: unknown.')),
    payment_country_code: country(doc('Country of the card or bank account; `null`: not reported by the payment provider.')),
    country_confirmed: described(v.boolean(), doc('True if the buyer confirmed the billing country at the checkout.')),
  }),
  'TaxEvidence',
);

/**
 * An invoice as the retrieve operation returns it. Lists, events and all other responses contain `Invoice`, without the evidence and the
 * texts of the document.
 */
export const InvoiceWithTaxEvidence = named(
  v.strictObject({
    ...Invoice.entries,
    document: expandedDocument,
    tax_evidence: described(
      v.optional(v.nullable(TaxEvidence)),
      doc(
        'Evidence of the location of a consumer, with `expand=tax_evidence`; absent otherwise. `null`: none was needed or collected, or nothing was charged.',
      ),
    ),
  }),
  'InvoiceWithTaxEvidence',
);
