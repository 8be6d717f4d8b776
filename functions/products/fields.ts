import * as v from 'valibot';
import { text } from '../../shared/api/fields.ts';

/** At most 15 texts of up to 80 characters. */
export const marketingFeatures = v.pipe(v.array(text(1, 80)), v.maxLength(15, 'must have at most 15 entries.'));
