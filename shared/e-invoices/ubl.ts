import type { EInvoiceModel, ModelLine, ModelParty, SellerParty, VatBreakdown } from '../domain/e-invoice/model.ts';
import type { EInvoiceProfile } from './profiles.ts';
import { breakdownRateOf, lineRateOf } from './rates.ts';
import { amountOf, UNIT_CODE, unitAmountOf, type XmlContent, xmlDocument } from './xml.ts';

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd';
const VAT: XmlContent = { 'cbc:ID': 'VAT' };

type AmountWriter = (cents: number, currency?: string) => XmlContent;

const amountsIn =
  (currency: string): AmountWriter =>
  (cents, inCurrency = currency) => ({ '@currencyID': inCurrency, '#': amountOf(cents, inCurrency) });

const identifier = (id: { readonly scheme: string | null; readonly value: string } | null): XmlContent =>
  id === null ? null : { '@schemeID': id.scheme, '#': id.value };

const partyOf = (party: ModelParty, contact: SellerParty['contact'] | null): XmlContent => ({
  'cac:Party': {
    'cbc:EndpointID': identifier(party.electronicAddress),
    'cac:PartyName': { 'cbc:Name': party.tradingName },
    'cac:PostalAddress': {
      'cbc:StreetName': party.address.line1,
      'cbc:AdditionalStreetName': party.address.line2,
      'cbc:CityName': party.address.city,
      'cbc:PostalZone': party.address.postalCode,
      'cac:Country': { 'cbc:IdentificationCode': party.address.countryCode },
    },
    'cac:PartyTaxScheme': party.vatId === null ? null : { 'cbc:CompanyID': party.vatId, 'cac:TaxScheme': VAT },
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': party.name, 'cbc:CompanyID': identifier(party.legalId) },
    'cac:Contact':
      contact === null ? null : { 'cbc:Name': contact.name, 'cbc:Telephone': contact.phone, 'cbc:ElectronicMail': contact.email },
  },
});

const subtotalOf = (tax: VatBreakdown, profile: EInvoiceProfile, amount: AmountWriter): XmlContent => ({
  'cbc:TaxableAmount': amount(tax.taxableCents),
  'cbc:TaxAmount': amount(tax.taxCents),
  'cac:TaxCategory': {
    'cbc:ID': tax.category,
    'cbc:Percent': breakdownRateOf(tax, profile),
    'cbc:TaxExemptionReasonCode': tax.exemption?.code ?? null,
    'cbc:TaxExemptionReason': tax.exemption?.reason ?? null,
    'cac:TaxScheme': VAT,
  },
});

const periodOf = (period: EInvoiceModel['period']): XmlContent =>
  period === null ? null : { 'cbc:StartDate': period.first, 'cbc:EndDate': period.last };

const paymentOf = ({ payment, dueDay, typeCode }: EInvoiceModel): XmlContent => ({
  'cbc:PaymentMeansCode': payment.meansCode,
  // A UBL credit note has no `cbc:DueDate`, so its due date is here.
  'cbc:PaymentDueDate': typeCode === '381' ? dueDay : null,
  'cac:CardAccount':
    payment.card === null ? null : { 'cbc:PrimaryAccountNumberID': payment.card.last4, 'cbc:NetworkID': payment.card.brand },
  'cac:PayeeFinancialAccount':
    payment.account === null
      ? null
      : { 'cbc:ID': payment.account.iban, 'cac:FinancialInstitutionBranch': { 'cbc:ID': payment.account.bic } },
});

const discountOf = ({ discount }: ModelLine, amount: AmountWriter): XmlContent =>
  discount === null
    ? null
    : {
        'cbc:ChargeIndicator': 'false',
        // UNTDID 5189: discount.
        'cbc:AllowanceChargeReasonCode': '95',
        'cbc:AllowanceChargeReason': discount.reason,
        'cbc:Amount': amount(discount.amountCents),
      };

const lineOf = (line: ModelLine, { currency, typeCode }: EInvoiceModel, amount: AmountWriter): XmlContent => ({
  'cbc:ID': line.id,
  [typeCode === '381' ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity']: { '@unitCode': UNIT_CODE, '#': line.quantity },
  'cbc:LineExtensionAmount': amount(line.netCents),
  'cac:InvoicePeriod': periodOf(line.period),
  'cac:AllowanceCharge': discountOf(line, amount),
  'cac:Item': {
    'cbc:Name': line.name,
    'cac:ClassifiedTaxCategory': {
      'cbc:ID': line.category,
      'cbc:Percent': lineRateOf(line.category, line.rateBasisPoints),
      'cac:TaxScheme': VAT,
    },
  },
  'cac:Price': {
    'cbc:PriceAmount': { '@currencyID': currency, '#': unitAmountOf(line.price.amountDecimal, currency) },
    'cbc:BaseQuantity': { '@unitCode': UNIT_CODE, '#': line.price.baseQuantity },
  },
});

const taxTotals = ({ taxes, totals, accountingTax }: EInvoiceModel, profile: EInvoiceProfile, amount: AmountWriter): XmlContent => [
  { 'cbc:TaxAmount': amount(totals.taxCents), 'cac:TaxSubtotal': taxes.map((tax) => subtotalOf(tax, profile, amount)) },
  accountingTax === null ? null : { 'cbc:TaxAmount': amount(accountingTax.taxCents, accountingTax.currency) },
];

/** The notes. A subject precedes its text: `#PMT#text`. */
const notesOf = ({ notes }: EInvoiceModel, { hasOneNote }: EInvoiceProfile): XmlContent => {
  const texts = notes.map(({ subject, text }) => (subject === null ? text : `#${subject}#${text}`));
  return hasOneNote ? texts.join('\n') : texts;
};

const totalsOf = ({ totals }: EInvoiceModel, amount: AmountWriter): XmlContent => ({
  'cbc:LineExtensionAmount': amount(totals.linesCents),
  'cbc:TaxExclusiveAmount': amount(totals.linesCents),
  'cbc:TaxInclusiveAmount': amount(totals.totalCents),
  'cbc:PrepaidAmount': totals.paidCents === 0 ? null : amount(totals.paidCents),
  'cbc:PayableAmount': amount(totals.dueCents),
});

/** Writes a UBL 2.1 invoice or credit note. The same model gives the same text. */
export const writeUbl = (model: EInvoiceModel, profile: EInvoiceProfile): string => {
  const isCredit = model.typeCode === '381';
  const kind = isCredit ? 'CreditNote' : 'Invoice';
  const amount = amountsIn(model.currency);
  return xmlDocument(kind, {
    '@xmlns': `${NAMESPACE}:${kind}-2`,
    '@xmlns:cac': `${NAMESPACE}:CommonAggregateComponents-2`,
    '@xmlns:cbc': `${NAMESPACE}:CommonBasicComponents-2`,
    'cbc:CustomizationID': profile.specificationId,
    'cbc:ProfileID': profile.processId ?? model.processId,
    'cbc:ID': model.number,
    'cbc:IssueDate': model.issueDay,
    'cbc:DueDate': isCredit ? null : model.dueDay,
    [`cbc:${kind}TypeCode`]: model.typeCode,
    'cbc:Note': notesOf(model, profile),
    'cbc:DocumentCurrencyCode': model.currency,
    'cbc:TaxCurrencyCode': model.accountingTax?.currency ?? null,
    'cbc:BuyerReference': model.buyerReference,
    'cac:InvoicePeriod': periodOf(model.period),
    'cac:OrderReference': { 'cbc:ID': model.purchaseOrderReference },
    'cac:BillingReference': {
      'cac:InvoiceDocumentReference':
        model.preceding === null ? null : { 'cbc:ID': model.preceding.number, 'cbc:IssueDate': model.preceding.issueDay },
    },
    'cac:AccountingSupplierParty': partyOf(model.seller, model.seller.contact),
    'cac:AccountingCustomerParty': partyOf(model.buyer, null),
    'cac:Delivery': { 'cbc:ActualDeliveryDate': model.deliveryDay },
    'cac:PaymentMeans': paymentOf(model),
    'cac:PaymentTerms': { 'cbc:Note': model.payment.terms },
    'cac:TaxTotal': taxTotals(model, profile, amount),
    'cac:LegalMonetaryTotal': totalsOf(model, amount),
    [`cac:${kind}Line`]: model.lines.map((line) => lineOf(line, model, amount)),
  });
};
