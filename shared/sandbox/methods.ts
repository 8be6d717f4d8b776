import type { Money, SequenceType } from '../provider/port.ts';

/** A payment method of the sandbox, with its sequence types, currencies and minimum amount. */
export interface SandboxMethod {
  readonly id: string;
  readonly description: string;
  readonly sequences: readonly SequenceType[];
  /** True for bank methods, which support only euro. */
  readonly euroOnly: boolean;
  /** Minimum amount, in the currency's smallest unit. Missing: `DEFAULT_MINIMUM_CENTS`. */
  readonly minimumCents?: number;
}

const DEFAULT_MINIMUM_CENTS = 1;

/** Minimum amount of a payment by the method, in the currency's smallest unit. */
export const minimumCentsOf = ({ minimumCents = DEFAULT_MINIMUM_CENTS }: Pick<SandboxMethod, 'minimumCents'>): number => minimumCents;

const NOT_RECURRING: readonly SequenceType[] = ['first', 'oneoff'];
const ALL_SEQUENCES: readonly SequenceType[] = ['first', 'recurring', 'oneoff'];

const SANDBOX_METHODS: readonly SandboxMethod[] = [
  { id: 'creditcard', description: 'Card', sequences: ALL_SEQUENCES, euroOnly: false },
  { id: 'applepay', description: 'Apple Pay', sequences: NOT_RECURRING, euroOnly: false },
  { id: 'paypal', description: 'PayPal', sequences: ALL_SEQUENCES, euroOnly: false },
  { id: 'ideal', description: 'iDEAL', sequences: NOT_RECURRING, euroOnly: true },
  { id: 'bancontact', description: 'Bancontact', sequences: NOT_RECURRING, euroOnly: true },
  { id: 'eps', description: 'eps', sequences: NOT_RECURRING, euroOnly: true, minimumCents: 100 },
  { id: 'belfius', description: 'Belfius', sequences: NOT_RECURRING, euroOnly: true },
  { id: 'kbc', description: 'KBC/CBC', sequences: NOT_RECURRING, euroOnly: true },
  { id: 'directdebit', description: 'SEPA Direct Debit', sequences: ['recurring'], euroOnly: true },
  { id: 'banktransfer', description: 'Bank transfer', sequences: ['oneoff'], euroOnly: true },
];

/** Lists the methods that support a sequence type. */
export const methodsFor = (sequenceType: SequenceType): readonly SandboxMethod[] =>
  SANDBOX_METHODS.filter((method) => method.sequences.includes(sequenceType));

/** Returns why the method does not support such a payment; `null`: the method supports the payment. */
export const methodObjection = (id: string, sequenceType: SequenceType, { amountCents, currency }: Money): string | null => {
  const method = SANDBOX_METHODS.find((each) => each.id === id);
  if (method === undefined) return `Unknown payment method '${id}'`;
  if (!method.sequences.includes(sequenceType)) return `The payment method '${id}' does not support ${sequenceType} payments`;
  if (method.euroOnly && currency !== 'EUR') return `The payment method '${id}' does not support ${currency}`;
  return amountCents < minimumCentsOf(method) ? `The amount is lower than the minimum of the payment method '${id}'` : null;
};
