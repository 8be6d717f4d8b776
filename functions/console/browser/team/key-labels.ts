import type { RowOf } from '../objects/rows.ts';

/** The creator of an API key without an id: an operator of the service; `null`: a member or an API key. */
export const creatorText = ({ created_by: creator }: RowOf['api_keys']): string | null =>
  creator?.type === 'operator_command' ? 'an operator' : null;
