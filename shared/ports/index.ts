import type { Tenant } from '../domain/tenant.ts';

/** What the service needs from its environment, as interfaces; the AWS side of each is next to this file. */

/** Milliseconds since the epoch, in real time. */
export interface Clock {
  readonly nowMs: () => number;
}

/** Sends wake-ups. A message carries ids only; the store is the truth. */
export interface QueuePort {
  readonly send: (queue: QueueName, message: Readonly<Record<string, unknown>>, delaySeconds?: number) => Promise<void>;
  /** At most ten at a time go out in one call; any that the service refuses makes this throw. */
  readonly sendMany: (queue: QueueName, messages: readonly Readonly<Record<string, unknown>>[]) => Promise<void>;
}
/** The queues that functions send to. Each name has its URL in the environment: `WEBHOOK_DELIVERY_QUEUE_URL` and so on. */
export type QueueName = 'webhook-delivery' | 'provider-webhook' | 'due-work' | 'mail' | 'documents' | 'customer-import';

/** Publishes envelopes; throws when any is refused. At most ten go out in one call. */
export interface BusPort {
  readonly publish: (envelopes: readonly Envelope[]) => Promise<void>;
}
/** What the bus carries: some events of one tenant in the order of its log, by their ids and types only. */
export interface Envelope {
  readonly accountId: string;
  readonly mode: 'live' | 'test';
  readonly events: readonly EventName[];
}
/** A recorded event by what it is found and chosen by. */
export interface EventName {
  readonly id: string;
  readonly type: string;
}

/** Starts state machines. A second start under the same name is not an error: it already runs or ran. */
export interface StateMachinesPort {
  readonly start: (machine: MachineName, executionName: string, input: Readonly<Record<string, unknown>>) => Promise<'started' | 'exists'>;
}
/** The machines that functions start. Each name has its ARN in the environment: `CLOCK_ADVANCE_MACHINE_ARN` and so on. */
export type MachineName = 'billing-run' | 'clock-advance';

/** Encrypts what must be readable again but never lie in the clear: endpoint secrets, stored secrets of replays. */
export interface Cipher {
  /** `context` is bound to the ciphertext: the same must be given to decrypt. */
  readonly encrypt: (plaintext: string, context: Readonly<Record<string, string>>) => Promise<string>;
  readonly decrypt: (ciphertext: string, context: Readonly<Record<string, string>>) => Promise<string>;
}

/** Sends mail from the deployment's one sender. Throws when the service did not take it; it may have taken it when no answer came. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
}
/** A mail to one address, as text and as HTML that say the same. */
export interface Mail {
  readonly to: string;
  /** The name that is before the sender's address; `null`: the address alone. */
  readonly senderName: string | null;
  /** Where answers go; `null`: to the sender's address. */
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

/** The rendered documents, each by its tenant and the id of the record that it documents. */
export interface DocumentFiles {
  /** `null` while there is none. */
  readonly get: (tenant: Tenant, id: string) => Promise<Uint8Array | null>;
  readonly has: (tenant: Tenant, id: string) => Promise<boolean>;
  /** Keeps a PDF permanently: the first one stays, whatever is put later. */
  readonly put: (tenant: Tenant, id: string, pdf: Uint8Array) => Promise<void>;
}

/** Secrets of the deployment (API-key pepper versions, session signing key), newest first. */
export interface SecretsPort {
  readonly apiKeyPeppers: () => Promise<readonly { readonly version: string; readonly value: string }[]>;
}

/** Asks whether a VAT number is registered, and under which name. `unavailable`: nobody can say now. */
export interface VatRegistry {
  readonly check: (
    countryCode: string,
    vatNumber: string,
  ) => Promise<{ readonly kind: 'valid'; readonly name: string | null } | { readonly kind: 'invalid' } | { readonly kind: 'unavailable' }>;
}
