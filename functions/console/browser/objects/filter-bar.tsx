import { useState } from 'preact/hooks';
import { currentZone, fullDayText } from '../app/format.ts';
import { Icon } from '../app/icons.tsx';
import { goTo, hrefOf, type Route, routeTo } from '../app/route.ts';
import type { Filter, Screen } from '../app/screen-types.ts';
import { Picker } from '../forms/picker.tsx';
import { datePresets, dayStart, inputDay, presetOf } from './date-range.ts';
import { tabCounts } from './list-summary.ts';
import type { Summary } from './rows.ts';

/** The filters of a list. They are in the URL, so that a filtered list can be linked. */

const FROM = 'created[gte]';
const UNTIL = 'created[lt]';

/** The route with changed filters; an empty value removes a filter. */
const withFilters = (route: Route, changes: Readonly<Record<string, string>>): Route => {
  const filters = Object.entries({ ...route.filters, ...changes }).filter(([, value]) => value !== '');
  return routeTo(route.mode, route.screen, Object.fromEntries(filters));
};

/** The values of a filter as tabs, which are links. */
export const FilterTabs = ({
  route,
  filter: { name, title, options },
  counts = new Map(),
}: {
  readonly route: Route;
  readonly filter: Extract<Filter, { kind: 'tabs' }>;
  /** The count that a tab shows, by the value of the filter. */
  readonly counts?: ReadonlyMap<string, string>;
}) => (
  <nav aria-label={title}>
    <ul class="tabs">
      {Object.entries({ '': 'All', ...options }).map(([value, label]) => (
        <li key={value}>
          <a href={hrefOf(withFilters(route, { [name]: value }))} aria-current={(route.filters[name] ?? '') === value ? 'true' : undefined}>
            {label}
            {counts.has(value) ? (
              <>
                {' '}
                <span class="count">{counts.get(value)}</span>
              </>
            ) : null}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const CUSTOM = 'custom';

const DateRange = ({ route, title }: { readonly route: Route; readonly title: string }) => {
  const zone = currentZone();
  const presets = datePresets(new Date(), zone);
  const [from, until] = [route.filters[FROM] ?? '', route.filters[UNTIL] ?? ''];
  // True after "Custom" was chosen: the inputs of the range are then shown even if a preset has the same range.
  const [isCustom, setCustom] = useState(false);
  const preset = isCustom ? null : presetOf(presets, from, until);
  const set = (range: { readonly from: string; readonly until: string }): void =>
    goTo(withFilters(route, { [FROM]: range.from, [UNTIL]: range.until }));
  return (
    <>
      <div class="field">
        <label for="filter-created">{title}</label>
        <select
          id="filter-created"
          value={preset ?? CUSTOM}
          onChange={({ currentTarget: { value } }) => {
            const chosen = presets[value];
            setCustom(chosen === undefined);
            if (chosen !== undefined) set(chosen);
          }}
        >
          {Object.entries(presets).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
          <option value={CUSTOM}>Custom</option>
        </select>
      </div>
      {preset !== null ? null : (
        <>
          <div class="field">
            <label for="filter-from">From</label>
            <input
              id="filter-from"
              type="date"
              value={from === '' ? '' : inputDay(Number(from), zone)}
              onChange={({ currentTarget: { value } }) => set({ from: value === '' ? '' : String(dayStart(value, zone, 0)), until })}
            />
          </div>
          <div class="field">
            <label for="filter-until">To</label>
            <input
              id="filter-until"
              type="date"
              value={until === '' ? '' : inputDay(Number(until) - 1, zone)}
              onChange={({ currentTarget: { value } }) => set({ from, until: value === '' ? '' : String(dayStart(value, zone, 1)) })}
            />
          </div>
        </>
      )}
    </>
  );
};

const Field = ({ route, filter }: { readonly route: Route; readonly filter: Filter }) => {
  const { name, title } = filter;
  const id = `filter-${name}`;
  const value = route.filters[name] ?? '';
  const set = (next: string): void => goTo(withFilters(route, { [name]: next.trim() }));
  return (
    <div class="field">
      <label for={id}>{title}</label>
      {filter.kind === 'entity' ? (
        <Picker id={id} entity={filter.entity} value={value} set={set} placeholder="Any" />
      ) : filter.kind === 'text' ? (
        <input id={id} key={value} defaultValue={value} autocomplete="off" onChange={({ currentTarget }) => set(currentTarget.value)} />
      ) : (
        <select id={id} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="">Any</option>
          {Object.entries(filter.options).map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
};

/** Titles of filters for which the list has no input. Only links set them, such as the link to all invoices of a subscription. */
const CHIP_TITLES: Readonly<Record<string, string>> = {
  subscription_id: 'Subscription',
  invoice_id: 'Invoice',
  payment_id: 'Payment',
  product_id: 'Product',
  customer_id: 'Customer',
  email: 'Email',
  number: 'Number',
  resource_id: 'Object',
  type: 'Type',
};

const chipText = (name: string, value: string): string => {
  if (name.startsWith('created')) return `Created ${fullDayText(Number(value))}`;
  return `${CHIP_TITLES[name] ?? name}: ${value}`;
};

/** A filter for which the bar has no control, with a link that removes it. */
const Chip = ({ route, name, value }: { readonly route: Route; readonly name: string; readonly value: string }) => (
  <span class="chip">
    {chipText(name, value)}
    <a href={hrefOf(withFilters(route, { [name]: '' }))}>
      <Icon name="close" />
      <span class="unseen">Remove the filter {name}</span>
    </a>
  </span>
);

interface FilterBarProps {
  readonly route: Route;
  readonly screen: Screen;
  /** The counts that the tabs show; omitted or `null`: the tabs show no counts. */
  readonly summary?: Summary | null;
}

export const FilterBar = ({ route, screen, summary = null }: FilterBarProps) => {
  const { filters = [], hasDates } = screen;
  const tabs = filters.flatMap((filter) => (filter.kind === 'tabs' ? [filter] : []));
  const fields = filters.filter(({ kind }) => kind !== 'tabs');
  const shown = new Set([...filters.map(({ name }) => name), ...(hasDates ? [FROM, UNTIL] : [])]);
  const chips = Object.entries(route.filters).filter(([name]) => !shown.has(name));
  return (
    <>
      {tabs.map((filter) => (
        <FilterTabs key={filter.name} {...{ route, filter }} counts={tabCounts(filter, summary)} />
      ))}
      {fields.length + chips.length === 0 && !hasDates ? null : (
        <search class="filters" aria-label="Filter">
          {hasDates ? (
            <DateRange route={route} title={screen.columns.some(({ name }) => name === 'issued_at') ? 'Issued' : 'Created'} />
          ) : null}
          {fields.map((filter) => (
            <Field key={filter.name} {...{ route, filter }} />
          ))}
          {chips.map(([name, value]) => (
            <Chip key={name} {...{ route, name, value }} />
          ))}
        </search>
      )}
    </>
  );
};
