import type { TaxRegistration } from '../../../../shared/domain/tax/modes.ts';
import type { FormField, Values } from '../forms/forms.ts';
import { field } from '../objects/actions/actions.ts';
import { isRow, type Row, valueAt } from '../objects/rows.ts';

/** The VAT registrations outside the EU in the company form. Fields of a country: `outside_eu.CH.number` and `outside_eu.CH.from`. */

const OUTSIDE_EU = 'outside_eu';
const NAMES: Readonly<Record<TaxRegistration['country'], string>> = { CH: 'Switzerland', GB: 'the United Kingdom', NO: 'Norway' };

const usesEuRates = ({ tax_mode: mode }: Values): boolean => mode !== 'manual';

export const REGISTRATION_FIELDS: readonly FormField[] = Object.entries(NAMES).flatMap(([country, name]) => {
  const numberField = `${OUTSIDE_EU}.${country}.number`;
  return [
    field(numberField, `VAT number in ${name}`, 'text', { when: usesEuRates, hint: 'Leave empty if you are not registered there.' }),
    field(`${OUTSIDE_EU}.${country}.from`, `Charge VAT in ${name} from`, 'text', {
      when: (values) => usesEuRates(values) && (values[numberField] ?? '') !== '',
      hint: 'A day such as 2027-01-31. Leave empty for today.',
    }),
  ];
});

/** The values of the form for a billing profile. */
export const registrationsForm = (row: Row): Row => {
  const registrations = Array.isArray(row['registrations']) ? row['registrations'].filter(isRow) : [];
  return { ...row, [OUTSIDE_EU]: Object.fromEntries(registrations.map(({ country, number, from }) => [country, { number, from }])) };
};

/** The request body for the changed fields of the form. The registrations are sent as a whole. */
export const registrationsBody = ({ [OUTSIDE_EU]: outside, ...body }: Row): Row => {
  if (!isRow(outside)) return body;
  const registrations = Object.keys(NAMES).flatMap((country) => {
    const number = valueAt(outside, `${country}.number`);
    const from = valueAt(outside, `${country}.from`) ?? new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
    return typeof number === 'string' ? [{ country, number, from }] : [];
  });
  return { ...body, registrations };
};
