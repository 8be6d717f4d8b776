import type { EInvoiceModel, ModelLine, ModelParty, SellerParty, VatBreakdown } from '../domain/e-invoice/model.ts';
import type { EInvoiceProfile } from './profiles.ts';
import { breakdownRateOf, lineRateOf } from './rates.ts';
import { amountOf, UNIT_CODE, unitAmountOf, type XmlContent, xmlDocument } from './xml.ts';

const NAMESPACE = 'urn:un:unece:uncefact:data:standard';

/** A day in format 102: `20261231`. */
const dateOf = (day: string | null, element = 'udt:DateTimeString'): XmlContent =>
  day === null ? null : { [element]: { '@format': '102', '#': day.replaceAll('-', '') } };

const identifier = (id: { readonly scheme: string | null; readonly value: string } | null): XmlContent =>
  id === null ? null : { '@schemeID': id.scheme, '#': id.value };

const contactOf = (contact: SellerParty['contact'] | null): XmlContent =>
  contact === null
    ? null
    : {
        'ram:PersonName': contact.name,
        'ram:TelephoneUniversalCommunication': { 'ram:CompleteNumber': contact.phone },
        'ram:EmailURIUniversalCommunication': { 'ram:URIID': contact.email },
      };

const partyOf = (party: ModelParty, contact: SellerParty['contact'] | null): XmlContent => ({
  'ram:Name': party.name,
  'ram:SpecifiedLegalOrganization': { 'ram:ID': identifier(party.legalId), 'ram:TradingBusinessName': party.tradingName },
  'ram:DefinedTradeContact': contactOf(contact),
  'ram:PostalTradeAddress': {
    'ram:PostcodeCode': party.address.postalCode,
    'ram:LineOne': party.address.line1,
    'ram:LineTwo': party.address.line2,
    'ram:CityName': party.address.city,
    'ram:CountryID': party.address.countryCode,
  },
  'ram:URIUniversalCommunication': { 'ram:URIID': identifier(party.electronicAddress) },
  'ram:SpecifiedTaxRegistration': { 'ram:ID': party.vatId === null ? null : { '@schemeID': 'VA', '#': party.vatId } },
});

const periodOf = (period: EInvoiceModel['period']): XmlContent =>
  period === null ? null : { 'ram:StartDateTime': dateOf(period.first), 'ram:EndDateTime': dateOf(period.last) };

const discountOf = ({ discount }: ModelLine, currency: string): XmlContent =>
  discount === null
    ? null
    : {
        'ram:ChargeIndicator': { 'udt:Indicator': 'false' },
        'ram:ActualAmount': amountOf(discount.amountCents, currency),
        // UNTDID 5189: discount.
        'ram:ReasonCode': '95',
        'ram:Reason': discount.reason,
      };

const lineOf = (line: ModelLine, { currency }: EInvoiceModel): XmlContent => ({
  'ram:AssociatedDocumentLineDocument': { 'ram:LineID': line.id },
  'ram:SpecifiedTradeProduct': { 'ram:Name': line.name },
  'ram:SpecifiedLineTradeAgreement': {
    'ram:NetPriceProductTradePrice': {
      'ram:ChargeAmount': unitAmountOf(line.price.amountDecimal, currency),
      'ram:BasisQuantity': { '@unitCode': UNIT_CODE, '#': line.price.baseQuantity },
    },
  },
  'ram:SpecifiedLineTradeDelivery': { 'ram:BilledQuantity': { '@unitCode': UNIT_CODE, '#': line.quantity } },
  'ram:SpecifiedLineTradeSettlement': {
    'ram:ApplicableTradeTax': {
      'ram:TypeCode': 'VAT',
      'ram:CategoryCode': line.category,
      'ram:RateApplicablePercent': lineRateOf(line.category, line.rateBasisPoints),
    },
    'ram:BillingSpecifiedPeriod': periodOf(line.period),
    'ram:SpecifiedTradeAllowanceCharge': discountOf(line, currency),
    'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': amountOf(line.netCents, currency) },
  },
});

const taxOf = (tax: VatBreakdown, profile: EInvoiceProfile, currency: string): XmlContent => ({
  'ram:CalculatedAmount': amountOf(tax.taxCents, currency),
  'ram:TypeCode': 'VAT',
  'ram:ExemptionReason': tax.exemption?.reason ?? null,
  'ram:BasisAmount': amountOf(tax.taxableCents, currency),
  'ram:CategoryCode': tax.category,
  'ram:ExemptionReasonCode': tax.exemption?.code ?? null,
  'ram:RateApplicablePercent': breakdownRateOf(tax, profile),
});

const paymentOf = ({ payment }: EInvoiceModel): XmlContent => ({
  'ram:TypeCode': payment.meansCode,
  'ram:ApplicableTradeSettlementFinancialCard': payment.card === null ? null : { 'ram:ID': payment.card.last4 },
  'ram:PayeePartyCreditorFinancialAccount': payment.account === null ? null : { 'ram:IBANID': payment.account.iban },
  'ram:PayeeSpecifiedCreditorFinancialInstitution': { 'ram:BICID': payment.account?.bic ?? null },
});

const taxTotals = ({ totals, currency, accountingTax }: EInvoiceModel): XmlContent => [
  { '@currencyID': currency, '#': amountOf(totals.taxCents, currency) },
  accountingTax === null ? null : { '@currencyID': accountingTax.currency, '#': amountOf(accountingTax.taxCents, accountingTax.currency) },
];

const settlementOf = (model: EInvoiceModel, profile: EInvoiceProfile): XmlContent => {
  const { currency, totals, preceding } = model;
  return {
    'ram:TaxCurrencyCode': model.accountingTax?.currency ?? null,
    'ram:InvoiceCurrencyCode': currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': paymentOf(model),
    'ram:ApplicableTradeTax': model.taxes.map((tax) => taxOf(tax, profile, currency)),
    'ram:BillingSpecifiedPeriod': periodOf(model.period),
    'ram:SpecifiedTradePaymentTerms': { 'ram:Description': model.payment.terms, 'ram:DueDateDateTime': dateOf(model.dueDay) },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': amountOf(totals.linesCents, currency),
      'ram:TaxBasisTotalAmount': amountOf(totals.linesCents, currency),
      'ram:TaxTotalAmount': taxTotals(model),
      'ram:GrandTotalAmount': amountOf(totals.totalCents, currency),
      'ram:TotalPrepaidAmount': totals.paidCents === 0 ? null : amountOf(totals.paidCents, currency),
      'ram:DuePayableAmount': amountOf(totals.dueCents, currency),
    },
    'ram:InvoiceReferencedDocument':
      preceding === null
        ? null
        : {
            'ram:IssuerAssignedID': preceding.number,
            'ram:FormattedIssueDateTime': dateOf(preceding.issueDay, 'qdt:DateTimeString'),
          },
  };
};

/** Writes a CII D16B cross industry invoice, for invoices and credit notes. The same model gives the same text. */
export const writeCii = (model: EInvoiceModel, profile: EInvoiceProfile): string =>
  xmlDocument('rsm:CrossIndustryInvoice', {
    '@xmlns:rsm': `${NAMESPACE}:CrossIndustryInvoice:100`,
    '@xmlns:ram': `${NAMESPACE}:ReusableAggregateBusinessInformationEntity:100`,
    '@xmlns:qdt': `${NAMESPACE}:QualifiedDataType:100`,
    '@xmlns:udt': `${NAMESPACE}:UnqualifiedDataType:100`,
    'rsm:ExchangedDocumentContext': {
      'ram:BusinessProcessSpecifiedDocumentContextParameter': { 'ram:ID': profile.processId ?? model.processId },
      'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': profile.specificationId },
    },
    'rsm:ExchangedDocument': {
      'ram:ID': model.number,
      'ram:TypeCode': model.typeCode,
      'ram:IssueDateTime': dateOf(model.issueDay),
      'ram:IncludedNote': model.notes.map(({ subject, text }) => ({ 'ram:Content': text, 'ram:SubjectCode': subject })),
    },
    'rsm:SupplyChainTradeTransaction': {
      'ram:IncludedSupplyChainTradeLineItem': model.lines.map((line) => lineOf(line, model)),
      'ram:ApplicableHeaderTradeAgreement': {
        'ram:BuyerReference': model.buyerReference,
        'ram:SellerTradeParty': partyOf(model.seller, model.seller.contact),
        'ram:BuyerTradeParty': partyOf(model.buyer, null),
        'ram:BuyerOrderReferencedDocument': { 'ram:IssuerAssignedID': model.purchaseOrderReference },
      },
      'ram:ApplicableHeaderTradeDelivery': {
        'ram:ActualDeliverySupplyChainEvent': { 'ram:OccurrenceDateTime': dateOf(model.deliveryDay) },
      },
      'ram:ApplicableHeaderTradeSettlement': settlementOf(model, profile),
    },
  });
