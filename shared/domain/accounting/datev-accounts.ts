import type { JournalAccount, Posting } from './entries.ts';

export const DATEV_CHARTS = ['skr03', 'skr04'] as const;
export type DatevChart = (typeof DATEV_CHARTS)[number];

/** Accounts of a DATEV file. `foreign_vat`: VAT of other countries than Germany, such as that of the One Stop Shop. */
export type DatevAccount = JournalAccount | 'foreign_vat';

/** Account numbers of four digits. DATEV computes no tax on any of them, so that the amounts equal those of the documents. */
export type DatevAccounts = Readonly<Record<DatevAccount, string>>;

const CHARTS: Readonly<Record<DatevChart, DatevAccounts>> = {
  skr03: {
    receivables: '1410',
    revenue: '8200',
    deferred_revenue: '0990',
    customer_credit: '1701',
    vat: '1770',
    foreign_vat: '1768',
    provider_cash: '1360',
    overpayments: '1700',
    chargebacks: '1500',
  },
  skr04: {
    receivables: '1210',
    revenue: '4200',
    deferred_revenue: '3900',
    customer_credit: '3501',
    vat: '3800',
    foreign_vat: '3818',
    provider_cash: '1460',
    overpayments: '3500',
    chargebacks: '1300',
  },
};

export const DATEV_ACCOUNTS = Object.keys(CHARTS.skr03) as readonly DatevAccount[];

/** The account numbers of a chart of accounts; those in `replacements` take precedence. */
export const datevAccounts = (chart: DatevChart, replacements: Partial<DatevAccounts>): DatevAccounts => ({
  ...CHARTS[chart],
  ...replacements,
});

const isVat = (name: DatevAccount): boolean => name === 'vat' || name === 'foreign_vat';

/** Pairs of accounts that have the same number, except the two VAT accounts. DATEV cannot post an account against itself. */
export const accountPairsWithSameNumber = (accounts: DatevAccounts): readonly string[] =>
  DATEV_ACCOUNTS.flatMap((name, index, names) =>
    names
      .slice(index + 1)
      .flatMap((other) => (accounts[name] === accounts[other] && !(isVat(name) && isVat(other)) ? [`${name} and ${other}`] : [])),
  );

/** True for VAT of another country than Germany. `countryCode: null`: VAT of the seller's country, in documents of earlier releases. */
const isForeignVat = ({ account, tax }: Pick<Posting, 'account' | 'tax'>): boolean =>
  account === 'vat' && tax !== null && tax.countryCode !== null && tax.countryCode !== 'DE';

/** The account number of a posting. */
export const accountNumber = (posting: Pick<Posting, 'account' | 'tax'>, accounts: DatevAccounts): string =>
  accounts[isForeignVat(posting) ? 'foreign_vat' : posting.account];
