import { invoiceFacts, periodFormat } from '../../../../../shared/locales/invoice-facts.ts';
import { prefixedName } from '../../../../../shared/locales/line-prefixes.ts';
import { fullDayText, methodText, money, percentText, unitMoney } from '../../app/format.ts';
import { fetchNewestRows } from '../../app/newest.ts';
import { Await, Card, DateTime, useRead } from '../../app/parts.tsx';
import { hrefOf, objectRoute } from '../../app/route.ts';
import { eligibilityOf, type InvoiceWithPayment } from '../actions/refund.ts';
import { refundReasonText } from '../actions/refund-reasons.ts';
import { ObjectLink } from '../links.tsx';
import type { RowOf } from '../rows.ts';
import { StatusBadge } from '../status.tsx';
import { DataTable, type TableColumn } from '../table.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { EInvoiceCard } from './e-invoice-card.tsx';
import type { MainProps, PageParts } from './page-parts.ts';
import { type InvoiceWithEvidence, TaxEvidenceCard } from './tax-evidence-card.tsx';

/** The parts of the pages of invoices and credit notes: lines, totals, payments and refunds. */

type BillingDocument = RowOf['invoices'] | RowOf['credit_notes'];
type Line = BillingDocument['lines'][number];

const periodText = ({ period_start: start, period_end: end }: Line): string | null =>
  start === null || end === null ? null : periodFormat(fullDayText)(start, end);

/**
 * The columns with the quantity and the unit price. A credit note has no such columns, because its lines credit parts of invoice lines: the
 * amount of a line is not the quantity times the unit price.
 */
const quantityAndPriceColumns = ({ object, currency }: BillingDocument): readonly TableColumn<Line>[] =>
  object === 'credit_note'
    ? []
    : [
        { title: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity },
        {
          title: 'Unit price',
          isNumber: true,
          cell: ({ unit_amount_decimal: unit }) => (unit === null ? null : unitMoney(unit, currency)),
        },
      ];

const Lines = ({ row }: { readonly row: BillingDocument }) => (
  <DataTable<Line>
    label="Lines"
    rows={row.lines}
    keyOf={(line) => String(row.lines.indexOf(line))}
    columns={[
      {
        title: 'Description',
        cell: (line) => (
          <>
            {prefixedName(line, 'en')}
            {periodText(line) === null ? null : <span class="soft">{periodText(line)}</span>}
          </>
        ),
      },
      ...quantityAndPriceColumns(row),
      { title: 'Tax', isNumber: true, cell: ({ tax_rate_basis_points: rate }) => percentText(rate / 100) },
      { title: 'Amount', isNumber: true, cell: ({ amount_cents: cents }) => money(cents, row.currency) },
    ]}
  />
);

const Totals = ({ row }: { readonly row: BillingDocument }) => {
  const amount = (cents: number): string => money(cents, row.currency);
  const sums: readonly (readonly [string, number, string?])[] = [
    ['Subtotal', row.subtotal_cents],
    ...(row.object === 'invoice' && row.discount_cents > 0 ? ([['Discount', -row.discount_cents]] as const) : []),
    ...row.tax.map((tax) => [`${tax.display_name ?? 'Tax'} ${percentText(tax.rate_basis_points / 100)}`, tax.tax_cents] as const),
    ['Total', row.total_cents, 'total'],
    ...(row.object === 'invoice'
      ? ([
          ['Paid', row.amount_paid_cents],
          ...(row.amount_credited_cents > 0 ? ([['Credited', row.amount_credited_cents]] as const) : []),
          // Shown only for open invoices, as in the totals of the list: no payment is expected for a void or uncollectible invoice.
          ...(row.status === 'open' && row.amount_due_cents > 0 ? ([['Due', row.amount_due_cents, 'total']] as const) : []),
        ] as const)
      : []),
  ];
  return (
    <dl class="sums-right">
      {sums.map(([name, cents, kind]) => (
        <div key={name} class={kind}>
          <dt>{name}</dt>
          <dd>{amount(cents)}</dd>
        </div>
      ))}
    </dl>
  );
};

interface Movement {
  readonly id: string;
  readonly kind: string;
  readonly row: RowOf['payments'] | RowOf['refunds'];
  readonly text: string;
  readonly cents: number;
}

/** The payment of an invoice and its refunds. */
const Movements = ({
  payment,
  version,
  screenProps: { calls, route, onSignedOut },
}: Pick<MainProps<never>, 'version' | 'screenProps'> & { readonly payment: RowOf['payments'] }) => {
  const readRefunds = () => fetchNewestRows({ calls, mode: route.mode }, 'refunds', { payment_id: payment.id });
  const read = useRead(readRefunds, `refunds ${payment.id} ${version}`, onSignedOut);
  return (
    <Card title="Payments and refunds">
      <Await read={read}>
        {({ rows: refunds }) => (
          <DataTable<Movement>
            label="Payments and refunds"
            keyOf={({ id }) => id}
            linkOf={({ id, kind }) => hrefOf(objectRoute(route.mode, kind, id))}
            rows={[
              {
                id: payment.id,
                kind: 'payments',
                row: payment,
                text: `Payment, ${methodText(payment.payment_method)}`,
                cents: payment.amount_cents,
              },
              ...refunds.map((refund) => ({
                id: refund.id,
                kind: 'refunds',
                row: refund,
                text: refund.reason === null ? 'Refund' : `Refund, ${refund.reason}`,
                cents: -refund.amount_cents,
              })),
            ]}
            columns={[
              { title: 'Type', cell: ({ text }) => text },
              { title: 'Status', cell: ({ row }) => <StatusBadge row={row} /> },
              { title: 'Date', isTime: true, cell: ({ row }) => <DateTime seconds={row.created} /> },
              { title: 'Amount', isNumber: true, cell: ({ cents }) => money(cents, payment.currency) },
            ]}
          />
        )}
      </Await>
    </Card>
  );
};

/** Why a paid invoice has no button for refunds; `null`: it has one, was refunded in full, or is not paid. */
const refundNote = (row: InvoiceWithPayment): string | null => {
  const reason = row.status === 'paid' ? (eligibilityOf(row)?.reason ?? null) : null;
  if (reason === null || reason === 'already_refunded') return null;
  const { refundable_until: until = null } = row;
  return `${refundReasonText(reason)}${until === null ? '' : ` Refunds were possible until ${fullDayText(until)}.`}`;
};

const RefundNote = ({ row }: { readonly row: InvoiceWithPayment }) => {
  const text = refundNote(row);
  return text === null ? null : <p class="notice">{text}</p>;
};

const Main = ({ row, screenProps, version }: MainProps<BillingDocument>) => (
  <>
    {row.object === 'invoice' ? <RefundNote row={row} /> : null}
    <Card title="Lines">
      <Lines row={row} />
      <Totals row={row} />
    </Card>
    {row.object === 'invoice' && (row as InvoiceWithPayment).payment ? (
      <Movements payment={(row as InvoiceWithPayment).payment as RowOf['payments']} {...{ screenProps, version }} />
    ) : null}
    <DocumentPreview key={row.id} screenProps={screenProps} />
    <EInvoiceCard row={row} screenProps={screenProps} />
    {row.object === 'invoice' ? <TaxEvidenceCard evidence={(row as InvoiceWithEvidence).tax_evidence ?? null} /> : null}
  </>
);

const REASONS: Readonly<Record<string, string>> = {
  subscription_create: 'New subscription',
  subscription_cycle: 'Renewal',
  subscription_update: 'Plan change',
  usage: 'Usage',
  one_shot: 'One-off payment',
};

export const INVOICE_PAGE: PageParts<RowOf['invoices']> = {
  Main,
  facts: (row, { onSignedOut }) => [
    ['Customer', <ObjectLink id={row.customer_id} name={row.buyer.name ?? row.buyer.email} onSignedOut={onSignedOut} />],
    ['Email', row.buyer.email],
    ['Reason', REASONS[row.billing_reason] ?? row.billing_reason],
    ['Subscription', row.subscription_id === null ? null : <ObjectLink id={row.subscription_id} onSignedOut={onSignedOut} />],
    ['Issued', <DateTime seconds={row.issued_at} />],
    ['Paid', row.paid_at === null ? null : <DateTime seconds={row.paid_at} />],
    ['Voided', row.voided_at === null ? null : <DateTime seconds={row.voided_at} />],
    ...invoiceFacts(row, 'console', 'en', { day: fullDayText, period: periodFormat(fullDayText) }),
    ['Next attempt', row.next_payment_attempt === null ? null : <DateTime seconds={row.next_payment_attempt} />],
    ['VAT number', row.buyer.vat_number],
    ['Tax', row.reverse_charge ? 'Reverse charge' : row.tax_behavior === 'inclusive' ? 'Included in prices' : 'Added to prices'],
  ],
};

export const CREDIT_NOTE_PAGE: PageParts<RowOf['credit_notes']> = {
  Main,
  facts: (row, { onSignedOut }) => [
    ['Customer', <ObjectLink id={row.customer_id} onSignedOut={onSignedOut} />],
    ['Invoice', <ObjectLink id={row.invoice_id} onSignedOut={onSignedOut} />],
    ['Refund', row.refund_id === null ? null : <ObjectLink id={row.refund_id} name="View refund" onSignedOut={onSignedOut} />],
    ['Reason', row.reason],
    ['Issued', <DateTime seconds={row.issued_at} />],
  ],
};
