import { type Change, type Plan, type PlannedValue, Reference } from './change.ts';

const SIGNS = { create: '+', update: '~', archive: '-' } as const;
const NAMES = { products: 'product', prices: 'price', coupons: 'coupon', webhook_endpoints: 'webhook endpoint' } as const;

const valueText = (value: PlannedValue): string => {
  if (value instanceof Reference) return `the new ${NAMES[value.kind]} ${value.key}`;
  return Array.isArray(value) && value.some((each) => each instanceof Reference)
    ? `[${value.map(valueText).join(', ')}]`
    : JSON.stringify(value);
};

const changeLines = ({ action, kind, key, id, fields, before, note }: Change): readonly string[] => [
  `${SIGNS[action]} ${action} ${NAMES[kind]} ${key}${id === null ? '' : ` (${id})`}${note === null ? '' : `: ${note}`}`,
  ...Object.entries(fields).map(([name, value]) => {
    const former = before[name];
    return `    ${name}: ${former === undefined ? '' : `${JSON.stringify(former)} → `}${valueText(value)}`;
  }),
];

const summary = (changes: Plan['changes']): string => {
  const counts = (['create', 'update', 'archive'] as const).map(
    (action) => [action, changes.filter((each) => each.action === action).length] as const,
  );
  return `${counts.map(([action, count]) => `${count} to ${action}`).join(', ')}.`;
};

/** Formats a plan for people: each change with its fields, before and after. Returns its lines. */
export const planLines = ({ changes, kept, problems }: Plan): readonly string[] => [
  ...changes.flatMap(changeLines),
  ...kept.map(({ kind, key, id }) => `  ${NAMES[kind]} ${key} (${id}) is no longer in the file and is kept; --prune archives it.`),
  ...problems.map((problem) => `! ${problem}`),
  changes.length === 0 ? 'The account is as the file describes it.' : summary(changes),
];
