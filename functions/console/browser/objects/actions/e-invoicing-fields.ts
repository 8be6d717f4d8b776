import { BUYER_FORMATS } from '../../../../../shared/domain/e-invoice/settings.ts';
import type { FormField } from '../../forms/forms.ts';
import { field } from './actions.ts';

/** The e-invoice settings of the account and of customers. A document keeps the settings with which it was issued. */

const electronicAddress = (hint: string): readonly FormField[] => [
  field('e_invoicing.electronic_address.scheme', 'Electronic address scheme', 'text', {
    hint: 'Such as 0106 (KVK), 0208 (Belgium) or 9930.',
  }),
  field('e_invoicing.electronic_address.value', 'Electronic address', 'text', { hint }),
];

export const SELLER_E_INVOICING_FIELDS: readonly FormField[] = [
  field('e_invoicing.contact.name', 'Invoice contact', 'text', { hint: 'A person or department. Required by German public bodies.' }),
  field('e_invoicing.contact.phone', 'Contact phone', 'text', { hint: 'Leave empty to use the phone above.' }),
  field('e_invoicing.contact.email', 'Contact email', 'email', { hint: 'Leave empty to use the email above.' }),
  ...electronicAddress('Your identifier in Peppol or another network.'),
  field('e_invoicing.iban', 'IBAN', 'text', { hint: 'Shown on e-invoices that are not paid yet.' }),
  field('e_invoicing.bic', 'BIC', 'text'),
  field('e_invoicing.exemption.category', 'If you charge no VAT', 'choice', {
    options: ['E', 'O'],
    labels: { E: 'Exempt from VAT', O: 'Outside the scope of VAT' },
    hint: 'For untaxed sales that are neither reverse charge nor exports.',
  }),
  field('e_invoicing.exemption.code', 'Exemption code', 'text', {
    when: ({ 'e_invoicing.exemption.category': category = '' }) => category === 'E',
    hint: 'Such as VATEX-EU-132. Can be left empty.',
  }),
  field('e_invoicing.exemption.reason', 'Reason on invoices', 'text', {
    when: ({ 'e_invoicing.exemption.category': category = '' }) => category !== '',
  }),
];

export const BUYER_E_INVOICING_FIELDS: readonly FormField[] = [
  field('e_invoicing.format', 'E-invoice', 'choice', {
    options: BUYER_FORMATS,
    labels: { auto: 'Automatic', facturx: 'Factur-X', xrechnung: 'XRechnung', peppol: 'Peppol', none: 'PDF without XML' },
  }),
  field('e_invoicing.buyer_reference', 'Buyer reference', 'text', { hint: 'For German public bodies: the Leitweg-ID.' }),
  field('e_invoicing.purchase_order_reference', 'Purchase order', 'text'),
  ...electronicAddress("The customer's identifier in Peppol or another network."),
];
