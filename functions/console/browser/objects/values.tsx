import type { Mode } from '../../../../shared/domain/tenant.ts';
import { currencyOf, titleOf, valueText } from '../app/format.ts';
import { Link } from './lists.tsx';
import { isRow, type Row } from './rows.ts';

/** The values of an object of the API. */

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  /** What the value is in: it has the currency. */
  readonly row: Row;
  readonly mode: Mode;
}

const Value = ({ name, value, row, mode }: ValueProps) => {
  if (isRow(value) && Object.keys(value).length > 0) return <Fields row={value} currency={currencyOf(row)} mode={mode} />;
  if (Array.isArray(value) && value.some(isRow)) {
    return value.filter(isRow).map((each, index) => <Fields key={index} row={each} currency={currencyOf(row)} mode={mode} />);
  }
  return <Link text={isRow(value) ? '–' : valueText(name, value, row)} mode={mode} isOwn={name === 'id'} />;
};

/** Of every object alike, or next to the id of what it would hold. */
const isNoise = (name: string, row: Row): boolean =>
  name === 'object' || name === 'livemode' || (row[name] === null && Object.hasOwn(row, `${name}_id`));

interface FieldsProps {
  readonly row: Row;
  /** Of the amounts of an object that names none; `null`: they are shown as they are. */
  readonly currency: string | null;
  readonly mode: Mode;
}

/** What an object has, each value under its name. */
export const Fields = ({ row, currency, mode }: FieldsProps) => (
  <dl class="fields">
    {Object.entries(row)
      .filter(([name]) => !isNoise(name, row))
      .map(([name, value]) => (
        <div key={name}>
          <dt title={name}>{titleOf(name)}</dt>
          <dd>
            <Value {...{ name, value, mode }} row={{ ...(currency === null ? {} : { currency }), ...row }} />
          </dd>
        </div>
      ))}
  </dl>
);

/** What the API answers, for anyone who programs against it. */
export const AsJson = ({ row }: { readonly row: Row }) => (
  <details class="json">
    <summary>As JSON</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that are wider than the page are scrolled by the keyboard too */}
    <pre tabIndex={0}>{JSON.stringify(row, null, 2)}</pre>
  </details>
);
