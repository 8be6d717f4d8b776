import type { SequenceType } from '../provider/port.ts';

/** A payment method of the sandbox: for which payments it serves, in what currency and range. */
export interface SandboxMethod {
  readonly id: string;
  readonly description: string;
  readonly sequences: readonly SequenceType[];
  /** Bank methods settle in euro only. */
  readonly euroOnly: boolean;
}

const STARTS: readonly SequenceType[] = ['first', 'oneoff'];
const EVERY: readonly SequenceType[] = ['first', 'recurring', 'oneoff'];

const SANDBOX_METHODS: readonly SandboxMethod[] = [
  { id: 'creditcard', description: 'Card', sequences: EVERY, euroOnly: false },
  { id: 'applepay', description: 'Apple Pay', sequences: STARTS, euroOnly: false },
  { id: 'paypal', description: 'PayPal', sequences: EVERY, euroOnly: false },
  { id: 'ideal', description: 'iDEAL', sequences: STARTS, euroOnly: true },
  { id: 'bancontact', description: 'Bancontact', sequences: STARTS, euroOnly: true },
  { id: 'eps', description: 'eps', sequences: STARTS, euroOnly: true },
  { id: 'belfius', description: 'Belfius', sequences: STARTS, euroOnly: true },
  { id: 'kbc', description: 'KBC/CBC', sequences: STARTS, euroOnly: true },
  { id: 'directdebit', description: 'SEPA Direct Debit', sequences: ['recurring'], euroOnly: true },
  { id: 'banktransfer', description: 'Bank transfer', sequences: ['oneoff'], euroOnly: true },
];

/** Those that serve `sequenceType`, as the provider lists them. */
export const methodsFor = (sequenceType: SequenceType): readonly SandboxMethod[] =>
  SANDBOX_METHODS.filter((method) => method.sequences.includes(sequenceType));

/** Why `id` cannot carry such a payment; `null` when it can. */
export const methodObjection = (id: string, sequenceType: SequenceType, currency: string): string | null => {
  const method = SANDBOX_METHODS.find((known) => known.id === id);
  if (method === undefined) return `The payment method '${id}' is not known`;
  if (!method.sequences.includes(sequenceType)) return `The payment method '${id}' does not serve ${sequenceType} payments`;
  return method.euroOnly && currency !== 'EUR' ? `The payment method '${id}' does not support ${currency}` : null;
};
