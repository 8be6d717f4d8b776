import type { FormField } from '../forms/forms.ts';
import { field } from '../objects/actions/actions.ts';

/** The fields of the company form about withdrawal from contracts. */
export const WITHDRAWAL_FIELDS: readonly FormField[] = [
  field('withdrawal.enabled', 'Consumers in the EU can withdraw within 14 days, in the portal', 'flag', {
    hint: 'Applies to subscriptions that are sold from now on.',
  }),
  field('withdrawal.partial_refund', 'Refund only the unused part, if the buyer wanted to start at once', 'flag', {
    when: ({ 'withdrawal.enabled': enabled }) => enabled === 'true',
    hint: 'The order page then asks the buyer.',
  }),
];
