import type { RowOf } from '../objects/rows.ts';

/** The text for a creator of an API key who has no id: an operator of the service; `null`: a member or an API key, shown by id or name. */
export const creatorText = ({ created_by: creator }: RowOf['api_keys']): string | null =>
  creator?.type === 'operator_command' ? 'an operator' : null;
