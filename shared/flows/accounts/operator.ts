import { type Actor, SYSTEM } from '../../store/audit/entries.ts';

/** Somebody with access to the table, who uses a command instead of the API. */
export const OPERATOR: Actor = { ...SYSTEM, type: 'operator' };
