import { isEventType } from '../../shared/domain/event-types.ts';
import { camel, capital, dashed, participleOf, spaced, withArticle } from './names.ts';
import type { KnownAggregate, ProjectFacts } from './project-facts.ts';

/** The domain rule of a new operation. */
export interface Rule {
  readonly file: string;
  /** The folder of `shared/domain`: `tax-rate`. */
  readonly about: string;
  readonly verb: string;
  /** `archiveCustomer` */
  readonly name: string;
  /** Variable name of the record: `customer`. */
  readonly variable: string;
  readonly known: KnownAggregate;
  /** Path parameter with the record's id; `null`: the rule creates the record. */
  readonly ownId: string | null;
}

/** Returns the rule for an operation's verb. Throws if the folder has no record type. */
export const ruleOf = (verb: string, about: string, params: readonly string[], { ids, aggregates }: ProjectFacts): Rule => {
  const known = aggregates.get(about);
  if (known === undefined) {
    const folders = [...aggregates.keys()].join(', ');
    throw new Error(
      `shared/domain/${about}/record.ts declares no record type: write it first (like shared/domain/coupon/record.ts), or choose another with --about (${folders}).`,
    );
  }
  const isOwn = (param: string): boolean => {
    const kind = param.replace(/_id$/, '');
    return dashed(kind) === about || ids[camel(kind)]?.what === spaced(about);
  };
  return {
    file: `shared/domain/${about}/${dashed(verb)}.ts`,
    about,
    verb,
    name: `${camel(verb)}${known.record}`,
    variable: camel(about),
    known,
    ownId: params.find(isOwn) ?? null,
  };
};

const resourceOf = ({ about }: Rule): string => about.replaceAll('-', '_');

/** Returns the event type of the change; `null` if the catalogue does not have it. */
const eventOf = (rule: Rule): string | null => {
  const type = `${resourceOf(rule)}.${rule.ownId === null ? 'created' : 'updated'}`;
  return isEventType(type) ? type : null;
};

const recordImports = ({ record, aggregate, recordFile, aggregateFile }: KnownAggregate): readonly string[] =>
  recordFile === aggregateFile
    ? [`import { type ${record}, ${aggregate} } from './${recordFile}';`]
    : [`import type { ${record} } from './${recordFile}';`, `import { ${aggregate} } from './${aggregateFile}';`];

const changingSource = (rule: Rule): readonly string[] => {
  const { name, verb, variable, known } = rule;
  const event = eventOf(rule);
  const state = `${capital(name)}State`;
  return [
    "import { change, type Stored } from '../aggregate.ts';",
    "import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';",
    "import { Refusal } from '../refusal.ts';",
    ...recordImports(known),
    '',
    '/** Records that the rule needs. */',
    `export interface ${state} {`,
    `  readonly ${variable}: Stored<${known.record}> | null;`,
    '}',
    '',
    `/** ${capital(spaced(verb))} ${withArticle(spaced(rule.about))}. Records nothing if nothing changes. */`,
    `export const ${name} = (_command: null, state: ${state}, _ctx: DecisionContext): Decision<${known.record}> | Refusal => {`,
    `  if (state.${variable} === null) return new Refusal('resource_missing', 'No such ${spaced(rule.about)}.');`,
    `  const after: ${known.record} = { ...state.${variable}.record };`,
    `  if (!differs(state.${variable}, after)) return unchanged(after);`,
    '  return {',
    `    changes: [change(${known.aggregate}, state.${variable}, after)],`,
    `    events: [${event === null ? '' : `{ type: '${event}', subjectId: after.id }`}],`,
    `    audit: audited('${resourceOf(rule)}', '${participleOf(verb)}', after.id),`,
    '    result: after,',
    '  };',
    '};',
    '',
  ];
};

const makingSource = ({ name, verb, about, known }: Rule): readonly string[] => [
  "import type { Decision, DecisionContext } from '../decision.ts';",
  "import { Refusal } from '../refusal.ts';",
  `import type { ${known.record} } from './${known.recordFile}';`,
  '',
  `/** ${capital(spaced(verb))} ${withArticle(spaced(about))}. Always refused until it is implemented. */`,
  `export const ${name} = (_command: null, _state: null, _ctx: DecisionContext): Decision<${known.record}> | Refusal =>`,
  `  new Refusal('state_conflict', '${capital(spaced(verb))} ${withArticle(spaced(about))} is not implemented yet.');`,
  '',
];

/** Builds the rule, a pure function. As generated it changes nothing, or refuses, so that its test fails. */
export const ruleSource = (rule: Rule): string => (rule.ownId === null ? makingSource(rule) : changingSource(rule)).join('\n');

/** Record types that `catalogue` of the domain tests creates. */
const MADE_BY_CATALOGUE = ['customer', 'product', 'price'];

const changingTests = (rule: Rule): readonly string[] => {
  const { name, variable, known, about } = rule;
  const event = eventOf(rule);
  const setup = MADE_BY_CATALOGUE.includes(about)
    ? [`    const { ${variable} } = catalogue(world);`]
    : [
        '    // Create a record first, as the tests of its other rules do, and use its id.',
        `    const ${variable} = world.get(${known.aggregate}, 'id_of_the_record');`,
      ];
  return [
    `  it('refuses an unknown ${spaced(about)}', () => {`,
    `    expect(${name}(null, { ${variable}: null }, new World().ctx())).toMatchObject({ code: 'resource_missing' });`,
    '  });',
    '',
    "  it('changes the record and emits an event', () => {",
    '    const world = new World();',
    ...setup,
    `    expect(world.do(${name}(null, { ${variable} }, world.ctx()))).not.toEqual(${variable}.record);`,
    `    expect(world.takeEvents()).toEqual([${event === null ? '' : `'${event}'`}]);`,
    `    expect(world.audits.at(-1)).toBe('${resourceOf(rule)}.${participleOf(rule.verb)}');`,
    '  });',
  ];
};

const makingTests = (rule: Rule): readonly string[] => {
  const event = eventOf(rule);
  return [
    "  it('creates a record and emits an event', () => {",
    '    const world = new World();',
    `    const { id } = world.do(${rule.name}(null, null, world.ctx()));`,
    `    expect(world.get(${rule.known.aggregate}, id).record.created).toBe(world.now);`,
    `    expect(world.takeEvents()).toEqual([${event === null ? '' : `'${event}'`}]);`,
    `    expect(world.audits).toEqual(['${resourceOf(rule)}.${participleOf(rule.verb)}']);`,
    '  });',
  ];
};

/** Builds the rule's test, which runs in memory and fails until the rule changes something. */
export const ruleTestSource = (rule: Rule, id: string): string => {
  const usesCatalogue = rule.ownId !== null && MADE_BY_CATALOGUE.includes(rule.about);
  return [
    "import { describe, expect, it } from 'vitest';",
    `import { ${rule.name} } from '../../${rule.file}';`,
    ...(usesCatalogue ? [] : [`import { ${rule.known.aggregate} } from '../../shared/domain/${rule.about}/${rule.known.aggregateFile}';`]),
    `import { ${usesCatalogue ? 'catalogue, ' : ''}World } from './world.ts';`,
    '',
    `describe('the rule of ${id}', () => {`,
    ...(rule.ownId === null ? makingTests(rule) : changingTests(rule)),
    '});',
    '',
  ].join('\n');
};
