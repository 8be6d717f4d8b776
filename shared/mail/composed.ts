import type { Account } from '../domain/account/record.ts';
import type { CreditNote } from '../domain/credit-note/record.ts';
import type { Customer } from '../domain/customer/record.ts';
import { eInvoiceFileName, formatMailedWithPdf, pdfFileName } from '../domain/document-files.ts';
import type { EInvoiceFormat } from '../domain/e-invoice/types.ts';
import type { Invoice } from '../domain/invoice/record.ts';
import type { MailKind, MailOrder } from '../domain/mail/orders.ts';
import type { Audience } from '../domain/mail/recipients.ts';
import type { BillingParties } from '../domain/parties.ts';
import type { MailedLink } from '../domain/portal-session/create.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { MailOutcome } from '../store/mail/outbox.ts';
import type { Store } from '../store/writer/store.ts';
import type { EmailTemplate, Envelope } from './email-template.ts';

/** Dependencies of composers. A mail is composed when it is sent, not when it is ordered. */
export interface ComposeDeps {
  readonly store: Store;
  readonly tenant: Tenant;
  readonly account: Account;
  /** Loads account, customer and tax rate, from which the terms of a subscription follow. */
  readonly partiesOf: (tenant: Tenant, customerId: string) => Promise<BillingParties>;
  readonly nowMs: () => number;
}

/** An invoice or credit note that is attached as a PDF. */
export interface MailDocument {
  readonly id: string;
  readonly number: string;
  /** Format of the XML file that is attached as well; `null`: no XML. */
  readonly xml: EInvoiceFormat | null;
}

export const mailDocument = (document: Invoice | CreditNote): MailDocument => ({
  id: document.id,
  number: document.number,
  xml: formatMailedWithPdf(document),
});

/** The stored files of a document and how they are attached. */
export const filesOf = ({ id, number, xml }: MailDocument) => [
  { file: pdfFileName(id), fileName: `${number}.pdf`, contentType: 'application/pdf' },
  ...(xml === null ? [] : [{ file: eInvoiceFileName(id, xml), fileName: `${number}.xml`, contentType: 'application/xml' }]),
];

/**
 * Target of the link in a mail. `subscriptionId`: the portal, with a new session that is limited to this subscription. `sealedToken`: the
 * portal, with the encrypted token of a session that the API created. `sealedSignIn`: the console, with an encrypted sign-in token; `null`:
 * the console without a token, so that the reader signs in there.
 */
export type MailLink = Omit<MailedLink, 'token' | 'to'> | { readonly sealedToken: string } | { readonly sealedSignIn: string | null };

/** Details that are known only after the mail is composed. */
export interface SendDetails {
  /** Whether the document is attached. */
  readonly attached: boolean;
  /** URL of the mail's link, which only the recipient may know; `null`: no link. */
  readonly linkUrl: string | null;
}

/** At most one mail with this `name` is sent in `everyMs` milliseconds. */
export interface MailRateLimit {
  readonly name: string;
  readonly everyMs: number;
}

/** A mail composed from its mail order and the current records. */
export interface ComposedMail {
  readonly audience: Audience;
  /** The receiving customer; `email` is `envelope.to`, even if the stored address differs. `null`: an owner or member gets the mail. */
  readonly customer: Customer | null;
  readonly envelope: Envelope;
  /** The document to attach; `null`: none. */
  readonly document: MailDocument | null;
  /** The link in the mail; `null`: none. */
  readonly link: MailLink | null;
  readonly template: (details: SendDetails) => EmailTemplate;
  readonly rateLimits: readonly MailRateLimit[];
}

/** Why no mail is composed for a mail order. */
export type MailSkipReason = Extract<MailOutcome, 'subject_gone' | 'needless' | 'no_address'>;

export type MailOrderOf<Kind extends MailKind> = Extract<MailOrder, { readonly kind: Kind }>;

/** Composes the mail for one kind of mail order. */
export type Composer<Kind extends MailKind> = (deps: ComposeDeps, order: MailOrderOf<Kind>) => Promise<ComposedMail | MailSkipReason>;
