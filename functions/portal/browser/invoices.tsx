import type { Portal } from './calls.ts';
import { Part } from './parts.tsx';
import type { Acting } from './use-portal.ts';
import type { Said } from './words.ts';

/** What was billed, and what was credited of it. */

type Invoice = Portal['invoices'][number];
type CreditNote = Portal['credit_notes'][number];

/** Hands a file to the browser, which keeps it by this name. */
const keep = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

const statusWords = ({ status }: Invoice, { portal }: Said): string =>
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

const Issued = ({ acting, invoice }: { readonly acting: Acting; readonly invoice: Invoice }) => {
  const { calls, said, act, isBusy } = acting;
  const { amount, day, portal } = said;
  const due = amount(invoice.amount_due_cents, invoice.currency);
  return (
    <li class="issued">
      <div>
        <strong>{invoice.number}</strong>
        <span class="soft">
          {' '}
          {day(invoice.issued_at)} · {statusWords(invoice, said)}
        </span>
      </div>
      <span class="sum">{amount(invoice.total_cents, invoice.currency)}</span>
      <div class="row">
        {invoice.status === 'open' ? (
          <button
            type="button"
            aria-disabled={isBusy}
            aria-busy={isBusy}
            aria-label={`${portal.payInvoice(due)}: ${invoice.number}`}
            onClick={() => void act('invoices', () => calls.pay(invoice.id))}
          >
            {portal.payInvoice(due)}
          </button>
        ) : null}
        <Download acting={acting} kind="invoices" document={invoice} />
      </div>
    </li>
  );
};

const Credited = ({ acting, note }: { readonly acting: Acting; readonly note: CreditNote }) => {
  const { amount, day, portal } = acting.said;
  return (
    <li class="issued">
      <div>
        <strong>{note.number}</strong>
        <span class="soft">
          {' '}
          {day(note.issued_at)} · {portal.creditNote}
        </span>
      </div>
      <span class="sum">{amount(-note.total_cents, note.currency)}</span>
      <div class="row">
        <Download acting={acting} kind="credit_notes" document={note} />
      </div>
    </li>
  );
};

export const InvoicesPart = ({ acting }: { readonly acting: Acting }) => {
  const { portal, said } = acting;
  return (
    <Part acting={acting} section="invoices" title={said.portal.invoices}>
      {portal.invoices.length === 0 ? <p>{said.portal.noInvoices}</p> : null}
      <ul class="list">
        {portal.invoices.map((invoice) => (
          <>
            <Issued key={invoice.id} {...{ acting, invoice }} />
            {portal.credit_notes
              .filter(({ invoice_id: id }) => id === invoice.id)
              .map((note) => (
                <Credited key={note.id} {...{ acting, note }} />
              ))}
          </>
        ))}
      </ul>
      {portal.has_more_invoices ? <p class="hint">{said.portal.olderInvoices}</p> : null}
    </Part>
  );
};
