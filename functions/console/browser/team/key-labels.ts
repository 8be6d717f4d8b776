import type { RowOf } from '../objects/rows.ts';

/** The text for the creator of an API key if an operator of the service created it; `null`: the list shows the creator's name or id. */
export const creatorText = ({ created_by: creator }: RowOf['api_keys']): string | null =>
  creator?.type === 'operator_command' ? 'Operator' : null;
