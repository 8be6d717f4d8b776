import * as v from 'valibot';
import { email } from '../../shared/api/schemas/fields.ts';

/** The address of `--email`, trimmed. Throws if it is not an email address. */
export const checkedEmail = (value: string): string => {
  const address = value.trim();
  if (!v.is(email, address)) throw new Error(`--email must be an email address, not "${value}".`);
  return address;
};
