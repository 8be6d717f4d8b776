import type { Mode } from '../../../../shared/domain/tenant.ts';
import { currencyOf, titleOf, valueText } from '../app/format.ts';
import { IdLink } from './lists.tsx';
import { isRow, type Row } from './rows.ts';

/** Shows the fields of an API object. */

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  /** The object that contains the field `name`, with the currency in which amounts of the field are shown. */
  readonly row: Row;
  readonly mode: Mode;
}

const Value = ({ name, value, row, mode }: ValueProps) => {
  if (isRow(value) && Object.keys(value).length > 0) return <Fields row={value} currency={currencyOf(row)} mode={mode} isNested={true} />;
  if (Array.isArray(value) && value.some(isRow)) {
    return (
      <>
        {value.filter(isRow).map((each, index) => (
          <Fields key={index} row={each} currency={currencyOf(row)} mode={mode} isNested={true} />
        ))}
      </>
    );
  }
  return <IdLink text={isRow(value) ? '–' : valueText(name, value, row)} mode={mode} />;
};

/** Fields without information, such as an omitted expansion (`customer: null` next to `customer_id`). */
const isHidden = (name: string, row: Row): boolean =>
  name === 'object' || name === 'livemode' || (row[name] === null && Object.hasOwn(row, `${name}_id`));

/** Fields of the page's object that are shown next to the main column. */
const SHOWN_ELSEWHERE: readonly string[] = ['id', 'created', 'metadata'];

interface FieldsProps {
  readonly row: Row;
  /** The currency of amounts if `row` has none; `null`: amounts are shown as numbers. */
  readonly currency: string | null;
  readonly mode: Mode;
  /** True if the object is nested in the page's object. */
  readonly isNested?: boolean;
}

/** Lists the fields of an object with their names and values. */
export const Fields = ({ row, currency, mode, isNested = false }: FieldsProps) => (
  <dl class="fields">
    {Object.entries(row)
      .filter(([name]) => !isHidden(name, row) && (isNested || !SHOWN_ELSEWHERE.includes(name)))
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

/** The API response as JSON, for developers. */
export const AsJson = ({ row }: { readonly row: Row }) => (
  <details class="json">
    <summary>View JSON</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines that are wider than the page are scrolled by the keyboard too */}
    <pre tabIndex={0}>{JSON.stringify(row, null, 2)}</pre>
  </details>
);
