import type { MailKind } from '../domain/mail/orders.ts';
import type { Tenant } from '../domain/tenant.ts';

/** Interfaces of external services; the AWS implementations are next to this file. */

/** Real time, in milliseconds since the epoch. */
export interface Clock {
  readonly nowMs: () => number;
}

/** Sends messages, which contain only ids; receivers read the store. */
export interface QueuePort {
  readonly send: (queue: QueueName, message: Readonly<Record<string, unknown>>, delaySeconds?: number) => Promise<void>;
  /** Sends in calls of up to ten messages; throws if a message is refused. */
  readonly sendMany: (queue: QueueName, messages: readonly Readonly<Record<string, unknown>>[]) => Promise<void>;
}
/** The queues that functions send to. The URL of each is in the environment: `WEBHOOK_DELIVERY_QUEUE_URL` and so on. */
export type QueueName = 'webhook-delivery' | 'provider-webhook' | 'due-work' | 'mail' | 'sign-in-mail' | 'documents' | 'customer-import';

/** Publishes in calls of up to ten messages; throws if a message is refused. */
export interface BusPort {
  readonly publish: (envelopes: readonly Envelope[]) => Promise<void>;
  /**
   * Starts checks of usage limits. The bus passes them to the due-work queue, and repeats this for a day if the queue does not respond, so
   * that callers depend on the bus only.
   */
  readonly startChecks: (checks: readonly UsageCheckMessage[]) => Promise<void>;
}
/** A check of the usage limits of a subscription, or of the subscriptions of a usage alert. */
export interface UsageCheckMessage {
  readonly accountId: string;
  readonly mode: 'live' | 'test';
  /** Kind of due work. */
  readonly kind: string;
  /** Id of the subscription or alert. */
  readonly id: string;
  /** A new alert that the check must include, although the index may not contain it yet. */
  readonly alertId?: string;
}
/** A bus message: events of one tenant in log order, with only their ids and types. */
export interface Envelope {
  readonly accountId: string;
  readonly mode: 'live' | 'test';
  readonly events: readonly EventRef[];
}
/** Id and type of a recorded event. */
export interface EventRef {
  readonly id: string;
  readonly type: string;
}

/** Starts state machines. A second start with the same execution name returns `exists`. */
export interface StateMachinesPort {
  readonly start: (machine: MachineName, executionName: string, input: Readonly<Record<string, unknown>>) => Promise<'started' | 'exists'>;
}
/** The state machines that functions start. The ARN of each is in the environment: `CLOCK_ADVANCE_MACHINE_ARN` and so on. */
export type MachineName = 'billing-run' | 'clock-advance';

/**
 * Encrypts secrets that must be stored and read again: API keys of the provider, secrets of webhook endpoints, tokens of sign-in and portal
 * links, and stored responses with secrets.
 */
export interface Cipher {
  /** `context` is bound to the ciphertext; `decrypt` needs the same context. */
  readonly encrypt: (plaintext: string, context: Readonly<Record<string, string>>) => Promise<string>;
  readonly decrypt: (ciphertext: string, context: Readonly<Record<string, string>>) => Promise<string>;
}

/**
 * Sends mail from the deployment's sender. Throws if the mail service refuses the mail or does not respond. Without a response, the mail
 * may have been sent.
 */
export interface Mailer {
  readonly send: (mail: Mail, tags: MailTags) => Promise<void>;
}
/** Tags that identify a mail's recipient. The mail service returns them with bounces and complaints, so no message ids are stored. */
export interface MailTags extends Tenant {
  /** `null`: the mail is to a member or owner. */
  readonly customerId: string | null;
  readonly kind: MailKind;
}
/** A mail to one address, with the same content as text and as HTML. */
export interface Mail {
  readonly to: string;
  /** Display name of the sender; `null`: only the address. */
  readonly senderName: string | null;
  /** Reply address; `null`: the sender's address. */
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}
export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Rendered documents, PDF or XML, by tenant and file name (`shared/domain/document-files.ts`). */
export interface DocumentFiles {
  /** Reads a file; `null` if it does not exist yet. */
  readonly get: (tenant: Tenant, file: string) => Promise<Uint8Array | null>;
  readonly has: (tenant: Tenant, file: string) => Promise<boolean>;
  /** Stores a file permanently; does not overwrite an existing file. */
  readonly put: (tenant: Tenant, file: string, content: Uint8Array) => Promise<void>;
}

/** Secrets of the deployment. `apiKeyPeppers`: all versions of the pepper of API keys and tokens. The first one hashes new keys. */
export interface SecretsPort {
  readonly apiKeyPeppers: () => Promise<readonly { readonly version: string; readonly value: string }[]>;
}

/** Checks whether a VAT number is registered, and returns the name of its holder. `unavailable`: the registry does not respond. */
export interface VatRegistry {
  readonly check: (
    countryCode: string,
    vatNumber: string,
  ) => Promise<{ readonly kind: 'valid'; readonly name: string | null } | { readonly kind: 'invalid' } | { readonly kind: 'unavailable' }>;
}
