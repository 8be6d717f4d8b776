import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { invoiceFacts, periodFormat } from '../../../shared/locales/invoice-facts.ts';
import { labelled } from '../../../shared/platform/language.ts';
import { SectionCard } from './parts.tsx';
import { rememberMethods } from './session.ts';
import type { PortalLocale } from './texts.ts';
import type { Portal } from './types.ts';
import type { ControllerProps } from './use-portal.ts';

type Invoice = Portal['invoices'][number];

/** Starts a download of the file. */
const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

const statusText = ({ status }: Invoice, { portal }: PortalLocale): string =>
  Object.hasOwn(portal.statuses, status) ? portal.statuses[status as keyof typeof portal.statuses] : status;

const DownloadButton = ({ controller: { calls, locale, query }, kind, document }: DownloadProps) => (
  <button
    type="button"
    class="quiet"
    aria-label={labelled(locale.tag, locale.portal.download, document.number)}
    onClick={() => void query('invoices', async () => saveFile(await calls.pdf(kind, document.id), `${document.number}.pdf`))}
  >
    {locale.portal.download}
  </button>
);

interface DownloadProps extends ControllerProps {
  readonly kind: 'invoices' | 'credit_notes';
  readonly document: Pick<Invoice, 'id' | 'number' | 'issued_at' | 'currency' | 'tax_cents'>;
}

interface DocumentRowProps extends DownloadProps {
  readonly status: string;
  readonly totalCents: number;
  readonly facts?: ReturnType<typeof invoiceFacts>;
  readonly children?: ComponentChildren;
}

/** A row of the list; `children`: further buttons. */
const DocumentRow = ({ controller, kind, document, status, totalCents, facts = [], children }: DocumentRowProps) => {
  const { texts, amount, day } = controller.locale;
  const total = amount(totalCents, document.currency);
  return (
    <li>
      <div>
        <strong>{document.number}</strong>
        <span class="soft">
          {' '}
          {day(document.issued_at)} · {status}
        </span>
        {facts.map(([label, value]) => (
          <div key={label} class="soft">
            {labelled(controller.locale.tag, label, value)}
          </div>
        ))}
      </div>
      <span class="sum">{document.tax_cents === 0 ? total : texts.inclTax(total, texts.tax)}</span>
      <div class="row">
        {children}
        <DownloadButton {...{ controller, kind, document }} />
      </div>
    </li>
  );
};

/** Pays the invoice. If the customer must confirm the payment, the section says so, and the button then leads to the bank. */
const PayButton = ({ controller: { portal, calls, locale, act, isBusy }, invoice }: ControllerProps & { readonly invoice: Invoice }) => {
  const [bankUrl, setBankUrl] = useState<string | null>(null);
  const { done, payInvoice, confirmAtBank } = locale.portal;
  const label = bankUrl === null ? payInvoice(locale.amount(invoice.amount_due_cents, invoice.currency)) : locale.texts.proceed;
  const pay = () =>
    act(
      'invoices',
      () => calls.pay(invoice.id),
      ({ status, redirect_url: url = null }) => {
        setBankUrl(url);
        if (url !== null) return confirmAtBank;
        return status === 'paid' ? done.invoicePaid : done.invoiceProcessing;
      },
    );
  const openBank = (url: string): void => {
    rememberMethods(portal.payment_methods.data);
    location.assign(url);
  };
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      aria-label={labelled(locale.tag, label, invoice.number)}
      onClick={() => (bankUrl === null ? void pay() : openBank(bankUrl))}
    >
      {label}
    </button>
  );
};

/** An invoice with its credit notes below. */
const InvoiceRows = ({ controller, invoice }: ControllerProps & { readonly invoice: Invoice }) => {
  const { portal, locale } = controller;
  const creditNotes = portal.credit_notes.filter(({ invoice_id: id }) => id === invoice.id);
  return (
    <>
      <DocumentRow
        {...{ controller }}
        kind="invoices"
        document={invoice}
        status={statusText(invoice, locale)}
        totalCents={invoice.total_cents}
        facts={invoiceFacts(invoice, 'portal', locale.language, { day: locale.day, period: periodFormat(locale.day) })}
      >
        {invoice.status === 'open' ? <PayButton {...{ controller, invoice }} /> : null}
      </DocumentRow>
      {creditNotes.map((creditNote) => (
        <DocumentRow
          key={creditNote.id}
          {...{ controller }}
          kind="credit_notes"
          document={creditNote}
          status={locale.portal.creditNote}
          totalCents={-creditNote.total_cents}
        />
      ))}
    </>
  );
};

export const InvoicesSection = ({ controller }: ControllerProps) => {
  const { portal, locale } = controller;
  return (
    <SectionCard controller={controller} section="invoices" title={locale.portal.invoices}>
      {portal.invoices.length === 0 ? <p>{locale.portal.noInvoices}</p> : null}
      <ul class="list">
        {portal.invoices.map((invoice) => (
          <InvoiceRows key={invoice.id} {...{ controller, invoice }} />
        ))}
      </ul>
      {portal.has_more_invoices ? <p class="hint">{locale.portal.olderInvoices}</p> : null}
    </SectionCard>
  );
};
