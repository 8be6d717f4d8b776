import type { Account } from '../domain/account/record.ts';
import type { MailKind, MailOrder } from '../domain/mail/orders.ts';
import type { Audience } from '../domain/mail/recipients.ts';
import type { MailedLink } from '../domain/portal-session/create.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { MailOutcome } from '../store/mail/outbox.ts';
import type { Store } from '../store/writer/store.ts';
import type { EmailTemplate, Envelope } from './email-template.ts';

/** What a mail is composed from: everything is read when it is sent. */
export interface ComposeDeps {
  readonly store: Store;
  readonly tenant: Tenant;
  readonly account: Account;
  readonly nowMs: () => number;
}

/** A document that comes along as a PDF. */
export interface MailDocument {
  /** Of the invoice or the credit note. */
  readonly id: string;
  /** With its extension. */
  readonly fileName: string;
}

/**
 * What a mail leads into: the portal, by a limited session for its reader or one that the API made, by its encrypted token; or the
 * console, by an encrypted token of sign-in, or none (`null`), where the reader then says who they are.
 */
export type PortalLink = Omit<MailedLink, 'token' | 'to'> | { readonly sealedToken: string } | { readonly sealedSignIn: string | null };

/** What a mail turned out to carry. */
export interface Enclosed {
  /** Its document came along. */
  readonly attached: boolean;
  /** The address that leads into the portal; a secret of the mail's reader. */
  readonly portalUrl: string | null;
}

/** What an order says by now, and to whom. */
export interface ComposedMail {
  readonly audience: Audience;
  readonly envelope: Envelope;
  /** What is to come along; `null`: nothing. */
  readonly document: MailDocument | null;
  /** The way into the portal that it carries; `null`: none. */
  readonly portal: PortalLink | null;
  /** What is known last, when the mail goes out. */
  readonly template: (last: Enclosed) => EmailTemplate;
  /** The mail is sent at most so often under this name; `null`: as often as it is ordered. */
  readonly slot: { readonly name: string; readonly everyMs: number } | null;
}

/** Why an order has nothing to say by now. */
export type MailSkipReason = Extract<MailOutcome, 'subject_gone' | 'needless' | 'no_address'>;

export type OrderOf<Kind extends MailKind> = Extract<MailOrder, { readonly kind: Kind }>;

/** Makes the mail of one kind of order. */
export type Composer<Kind extends MailKind> = (deps: ComposeDeps, order: OrderOf<Kind>) => Promise<ComposedMail | MailSkipReason>;
