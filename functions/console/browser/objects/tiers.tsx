import { parseTypedAmount, parseTypedUnitAmount } from '../../../../shared/platform/amounts.ts';
import { Icon } from '../app/icons.tsx';
import type { Row } from './rows.ts';

/** The tiers of a usage-based price, as entered. */

export interface Tier {
  /** The last unit of the tier; empty for the last tier. */
  readonly upTo: string;
  /** The price per unit. */
  readonly unit: string;
  /** The flat fee; empty: none. */
  readonly flat: string;
}

export const EMPTY_TIER: Tier = { upTo: '', unit: '', flat: '' };

/** The tiers for the API; `null` if a value is not valid. The API checks that the limits ascend. */
export const bodyOfTiers = (tiers: readonly Tier[], currency: string): readonly Row[] | null => {
  const rows = tiers.map(({ upTo, unit, flat }, index) => {
    const isLast = index === tiers.length - 1;
    const unitAmount = parseTypedUnitAmount(unit.trim(), currency);
    const flatCents = flat.trim() === '' ? 0 : parseTypedAmount(flat.trim(), currency);
    const isValid = unitAmount !== null && flatCents !== null && (isLast || /^\d{1,12}$/.test(upTo.trim()));
    return isValid ? { up_to: isLast ? null : Number(upTo), unit_amount_decimal: unitAmount, flat_amount_cents: flatCents } : null;
  });
  return rows.some((row) => row === null) ? null : rows.flatMap((row) => (row === null ? [] : [row]));
};

const INPUTS = [
  ['upTo', 'Up to unit'],
  ['unit', 'Price per unit'],
  ['flat', 'Flat fee'],
] as const;

interface TiersProps {
  readonly tiers: readonly Tier[];
  readonly change: (tiers: readonly Tier[]) => void;
}

/** A row of fields for each tier. The last tier has no limit. */
export const Tiers = ({ tiers, change }: TiersProps) => (
  <>
    {tiers.map((tier, index) => (
      <fieldset class="pair" key={index}>
        <legend class="unseen">Tier {index + 1}</legend>
        {INPUTS.map(([name, title]) => (
          <div class="field" key={name}>
            <label>
              {title}
              <input
                inputMode="decimal"
                autocomplete="off"
                value={tier[name]}
                readOnly={name === 'upTo' && index === tiers.length - 1}
                placeholder={name === 'upTo' && index === tiers.length - 1 ? 'No limit' : ''}
                onInput={({ currentTarget: { value } }) =>
                  change(tiers.map((each, at) => (at === index ? { ...each, [name]: value } : each)))
                }
              />
            </label>
          </div>
        ))}
      </fieldset>
    ))}
    <div class="row">
      <button type="button" class="quiet" onClick={() => change([...tiers, EMPTY_TIER])}>
        <Icon name="plus" />
        Add tier
      </button>
      {tiers.length < 2 ? null : (
        <button type="button" class="quiet" onClick={() => change(tiers.slice(0, -1))}>
          Remove last tier
        </button>
      )}
    </div>
  </>
);
