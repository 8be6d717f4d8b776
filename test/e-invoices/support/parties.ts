import type { Account } from '../../../shared/domain/account/record.ts';
import type { Customer } from '../../../shared/domain/customer/record.ts';
import {
  type EInvoicingBuyer,
  type EInvoicingSeller,
  NO_BUYER_E_INVOICING,
  NO_SELLER_E_INVOICING,
} from '../../../shared/domain/e-invoice/settings.ts';

export interface TestSeller {
  readonly account: Partial<Account>;
  readonly settings: EInvoicingSeller;
  /** VAT rate in basis points; 0: the seller charges no VAT. */
  readonly rate: number;
}

const settingsOf = (name: string, scheme: string, value: string, iban: string | null): EInvoicingSeller => ({
  ...NO_SELLER_E_INVOICING,
  contactName: name,
  contactPhone: '+49 30 1234567',
  contactEmail: 'billing@seller.test',
  electronicAddress: { scheme, value },
  iban,
  bic: iban === null ? null : 'INGBNL2A',
});

const address = (line1: string, postalCode: string, city: string) => ({ line1, line2: null, postalCode, city });

export const SELLERS = {
  DE: {
    account: {
      legalName: 'Wolken GmbH',
      countryCode: 'DE',
      vatId: 'DE123456788',
      registrationNumber: 'HRB 12345 B',
      phone: '+49 30 1234567',
      address: address('Torstraße 1', '10119', 'Berlin'),
    },
    settings: settingsOf('Anna Schmidt', '9930', 'DE123456788', 'DE75512108001245126199'),
    rate: 1900,
  },
  NL: {
    account: {
      legalName: 'Polder Software B.V.',
      countryCode: 'NL',
      vatId: 'NL000099998B57',
      registrationNumber: 'KVK 12345678',
      address: address('Keizersgracht 1', '1015 CN', 'Amsterdam'),
    },
    settings: settingsOf('Jan de Vries', '0106', '12345678', 'NL91ABNA0417164300'),
    rate: 2100,
  },
  BE: {
    account: {
      legalName: 'Gaufre NV',
      countryCode: 'BE',
      vatId: 'BE0403170701',
      registrationNumber: '0403.170.701',
      address: address('Grote Markt 1', '1000', 'Brussel'),
    },
    settings: { ...settingsOf('Luc Peeters', '0208', '0403170701', null), electronicAddress: null },
    rate: 2100,
  },
  FR: {
    account: {
      legalName: 'Nuage SAS',
      countryCode: 'FR',
      vatId: 'FR83404833048',
      registrationNumber: '404 833 048',
      address: address('1 rue de la Paix', '75002', 'Paris'),
    },
    settings: settingsOf('Marie Dubois', '0002', '404833048', 'FR1420041010050500013M02606'),
    rate: 2000,
  },
  IT: {
    account: {
      legalName: 'Nuvola S.r.l.',
      countryCode: 'IT',
      vatId: 'IT12345670017',
      registrationNumber: 'MI-1234567',
      address: address('Via Roma 1', '20121', 'Milano'),
    },
    settings: settingsOf('Paolo Rossi', '0211', 'IT12345670017', null),
    rate: 2200,
  },
  SE: {
    account: {
      legalName: 'Moln AB',
      countryCode: 'SE',
      vatId: 'SE556036079301',
      registrationNumber: '556036-0793',
      address: address('Storgatan 1', '111 23', 'Stockholm'),
    },
    settings: settingsOf('Åsa Öberg', '0007', '5560360793', null),
    rate: 2500,
  },
} as const satisfies Record<string, TestSeller>;

/** A small business, which charges no VAT. */
export const SMALL_BUSINESS: TestSeller = {
  ...SELLERS.DE,
  settings: {
    ...SELLERS.DE.settings,
    exemption: { category: 'E', code: null, reason: 'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.' },
  },
  rate: 0,
};

/** A seller whose sales are outside the scope of VAT. */
export const OUTSIDE_SCOPE: TestSeller = {
  ...SELLERS.NL,
  settings: { ...SELLERS.NL.settings, exemption: { category: 'O', code: null, reason: 'Buiten de werkingssfeer van de btw' } },
  rate: 0,
};

export interface TestBuyer {
  readonly customer: Partial<Customer>;
  readonly settings: EInvoicingBuyer;
}

const buyer = (
  name: string,
  countryCode: string,
  vatNumber: string | null,
  [line1, postalCode, city]: readonly [string, string, string],
  settings: Partial<EInvoicingBuyer> = {},
): TestBuyer => ({
  customer: {
    name,
    countryCode,
    vatNumber,
    vatName: vatNumber === null ? null : name,
    vatVerifiedAt: vatNumber === null ? null : 1,
    address: address(line1, postalCode, city),
  },
  settings: { ...NO_BUYER_E_INVOICING, ...settings },
});

export const BUYERS = {
  germanBusiness: buyer('Bäcker & Söhne <GmbH>', 'DE', 'DE811111119', ['Hauptstraße 5', '80331', 'München'], {
    buyerReference: 'PO-4711',
    electronicAddress: { scheme: '9930', value: 'DE811111119' },
  }),
  germanPublic: buyer('Bundesamt für Beispiele', 'DE', null, ['Amtsweg 2', '53113', 'Bonn'], {
    buyerReference: '991-01234-44',
    electronicAddress: { scheme: '0204', value: '991-01234-44' },
  }),
  belgianBusiness: buyer('Frituur De Gouden Friet BV', 'BE', 'BE0876543270', ['Meir 10', '2000', 'Antwerpen'], {
    purchaseOrderReference: 'BE-2026-17',
    buyerReference: 'afdeling IT',
  }),
  frenchBusiness: buyer('L’Étoile « du Nord » SARL', 'FR', 'FR03552081317', ['10 avenue Foch', '69006', 'Lyon']),
  dutchBusiness: buyer('Molen Advies B.V.', 'NL', 'NL001234567B01', ['Coolsingel 3', '3011 AD', 'Rotterdam'], {
    buyerReference: 'inkoop',
    electronicAddress: { scheme: '0106', value: '87654321' },
  }),
  italianBusiness: buyer('Caffè S.p.A.', 'IT', 'IT00743110157', ['Corso Italia 7', '00198', 'Roma']),
  austrianBusiness: buyer('Alpen GmbH', 'AT', 'ATU12345675', ['Ring 1', '1010', 'Wien']),
  swedishBusiness: buyer('Älg & Co AB', 'SE', 'SE556012579001', ['Kungsgatan 9', '411 19', 'Göteborg'], {
    buyerReference: 'ref 7',
    electronicAddress: { scheme: '0007', value: '5560125790' },
  }),
  germanConsumer: buyer('Κώστας Παπαδόπουλος', 'DE', null, ['Weg 3', '20095', 'Hamburg']),
  dutchConsumer: buyer('Γιώργος 王小明', 'NL', null, ['Straat 4', '1012 AB', 'Amsterdam']),
  canaryConsumer: buyer('Carmen Déniz', 'ES', null, ['Calle Mayor 8', '38001', 'Santa Cruz de Tenerife']),
  americanBusiness: buyer('株式会社 Sample Inc.', 'US', null, ['1 Main St', '94105', 'San Francisco']),
} as const satisfies Record<string, TestBuyer>;
