import type { ComponentChildren } from 'preact';
import type { Portal } from './calls.ts';
import { Part } from './parts.tsx';
import type { Said } from './texts.ts';
import type { Acting } from './use-portal.ts';

/** What was billed, and what was credited of it. */

type Invoice = Portal['invoices'][number];

/** Hands a file to the browser, which keeps it by this name. */
const keep = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

const statusText = ({ status }: Invoice, { portal }: Said): string =>
  Object.hasOwn(portal.statuses, status) ? portal.statuses[status as keyof typeof portal.statuses] : status;

const Download = ({
  acting: { calls, said, look },
  kind,
  document,
}: {
  readonly acting: Acting;
  readonly kind: 'invoices' | 'credit_notes';
  readonly document: Pick<Invoice, 'id' | 'number'>;
}) => (
  <button
    type="button"
    class="quiet"
    aria-label={`${said.portal.download}: ${document.number}`}
    onClick={() => void look('invoices', async () => keep(await calls.pdf(kind, document.id), `${document.number}.pdf`))}
  >
    {said.portal.download}
  </button>
);

interface IssuedProps {
  readonly acting: Acting;
  readonly kind: 'invoices' | 'credit_notes';
  readonly document: Pick<Invoice, 'id' | 'number' | 'issued_at' | 'currency'>;
  readonly about: string;
  readonly totalCents: number;
  readonly children?: ComponentChildren;
}

/** A line of the list; `children`: what else can be done about it. */
const Issued = ({ acting, kind, document, about, totalCents, children }: IssuedProps) => {
  const { amount, day } = acting.said;
  return (
    <li>
      <div>
        <strong>{document.number}</strong>
        <span class="soft">
          {' '}
          {day(document.issued_at)} · {about}
        </span>
      </div>
      <span class="sum">{amount(totalCents, document.currency)}</span>
      <div class="row">
        {children}
        <Download {...{ acting, kind, document }} />
      </div>
    </li>
  );
};

const PayButton = ({ acting: { calls, said, act, isBusy }, invoice }: { readonly acting: Acting; readonly invoice: Invoice }) => {
  const label = said.portal.payInvoice(said.amount(invoice.amount_due_cents, invoice.currency));
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      aria-label={`${label}: ${invoice.number}`}
      onClick={() => void act('invoices', () => calls.pay(invoice.id))}
    >
      {label}
    </button>
  );
};

/** An invoice, and below it what was credited of it. */
const Billed = ({ acting, invoice }: { readonly acting: Acting; readonly invoice: Invoice }) => {
  const { portal, said } = acting;
  const notes = portal.credit_notes.filter(({ invoice_id: id }) => id === invoice.id);
  return (
    <>
      <Issued {...{ acting }} kind="invoices" document={invoice} about={statusText(invoice, said)} totalCents={invoice.total_cents}>
        {invoice.status === 'open' ? <PayButton {...{ acting, invoice }} /> : null}
      </Issued>
      {notes.map((note) => (
        <Issued
          key={note.id}
          {...{ acting }}
          kind="credit_notes"
          document={note}
          about={said.portal.creditNote}
          totalCents={-note.total_cents}
        />
      ))}
    </>
  );
};

export const InvoicesPart = ({ acting }: { readonly acting: Acting }) => {
  const { portal, said } = acting;
  return (
    <Part acting={acting} section="invoices" title={said.portal.invoices}>
      {portal.invoices.length === 0 ? <p>{said.portal.noInvoices}</p> : null}
      <ul class="list">
        {portal.invoices.map((invoice) => (
          <Billed key={invoice.id} {...{ acting, invoice }} />
        ))}
      </ul>
      {portal.has_more_invoices ? <p class="hint">{said.portal.olderInvoices}</p> : null}
    </Part>
  );
};
