import { type Actor, SYSTEM } from '../../store/audit/entries.ts';

/** Actor of commands that an operator runs. An operator is somebody with access to the table, who does not use the API. */
export const OPERATOR: Actor = { ...SYSTEM, type: 'operator' };
