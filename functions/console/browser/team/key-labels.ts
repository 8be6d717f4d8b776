import type { RowOf } from '../objects/rows.ts';

/** Who created an API key where it is no member and no key: operators of the service have no id. */
export const creatorText = ({ created_by: creator }: RowOf['api_keys']): string | null =>
  creator?.type === 'operator_command' ? 'an operator' : null;
