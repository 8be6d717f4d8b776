import type * as v from 'valibot';
import type { InvoiceWithTaxEvidence } from '../../../../../shared/api/objects/tax-evidence.ts';
import { COUNTRIES } from '../../app/format.ts';
import { Card, Facts } from '../../app/parts.tsx';

/** An invoice retrieved with `expand=tax_evidence`. */
export type InvoiceWithEvidence = v.InferOutput<typeof InvoiceWithTaxEvidence>;

const STATUSES: Readonly<Record<string, readonly [kind: string, text: string]>> = {
  sufficient: ['success', 'Sufficient'],
  insufficient: ['warning', 'Insufficient'],
  contradicted: ['danger', 'Contradicted'],
};

const countryName = (code: string | null): string => (code === null ? 'Unknown' : (COUNTRIES[code] ?? code));

/** The evidence of the location of a consumer in the EU. Shows nothing if the sale needs no evidence. */
export const TaxEvidenceCard = ({ evidence }: { readonly evidence: NonNullable<InvoiceWithEvidence['tax_evidence']> | null }) => {
  if (evidence === null) return null;
  const [kind, text] = STATUSES[evidence.status] ?? ['', evidence.status];
  return (
    <Card title="Evidence of location">
      <div class="body">
        <Facts
          facts={[
            ['Status', <span class={`badge ${kind}`}>{text}</span>],
            ['Billing address', countryName(evidence.billing_country_code)],
            ['IP address', countryName(evidence.ip_country_code)],
            ['Card or bank account', countryName(evidence.payment_country_code)],
            ['Confirmed by the customer', evidence.country_confirmed ? 'Yes' : null],
          ]}
        />
      </div>
    </Card>
  );
};
