import { isEventType } from '../../shared/domain/event-types.ts';
import { camel, capital, dashed, participleOf, spaced, withArticle } from './names.ts';
import type { KnownAggregate, ProjectFacts } from './project-facts.ts';

/** The rule of a new operation: what it is called and what it is about. */
export interface Rule {
  readonly file: string;
  /** The folder of `shared/domain`: `tax-rate`. */
  readonly about: string;
  readonly verb: string;
  /** `archiveCustomer` */
  readonly name: string;
  /** What code calls the record: `customer`. */
  readonly variable: string;
  readonly known: KnownAggregate;
  /** The path parameter that names the record; `null`: there is none yet, the rule makes it. */
  readonly ownId: string | null;
}

/** The rule that an operation's verb asks for. Throws where no kind of record has that folder. */
export const ruleOf = (verb: string, about: string, params: readonly string[], { ids, aggregates }: ProjectFacts): Rule => {
  const known = aggregates.get(about);
  if (known === undefined) {
    const folders = [...aggregates.keys()].join(', ');
    throw new Error(
      `A rule is about a kind of record, and shared/domain/${about}/record.ts declares none: write it first (as shared/domain/coupon/record.ts), or name another with --about (${folders})`,
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

/** The event that such a change is reported by, where the catalogue has it. */
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
    '/** What is read before it is decided. */',
    `export interface ${state} {`,
    `  readonly ${variable}: Stored<${known.record}> | null;`,
    '}',
    '',
    `/** ${capital(spaced(verb))} ${withArticle(spaced(rule.about))}: one that is as it should be already stays so, and nothing is recorded. */`,
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
  `/** ${capital(spaced(verb))} ${withArticle(spaced(about))}: refused, whatever is asked, until it is decided what it makes. */`,
  `export const ${name} = (_command: null, _state: null, _ctx: DecisionContext): Decision<${known.record}> | Refusal =>`,
  `  new Refusal('state_conflict', '${capital(spaced(verb))} ${withArticle(spaced(about))} does nothing yet.');`,
  '',
];

/** The rule: a pure function that decides. As written it changes nothing, or refuses; the test next to it says so. */
export const ruleSource = (rule: Rule): string => (rule.ownId === null ? makingSource(rule) : changingSource(rule)).join('\n');

/** The kinds of records that `catalogue` of the domain tests makes. */
const MADE_BY_CATALOGUE = ['customer', 'product', 'price'];

const changingTests = (rule: Rule): readonly string[] => {
  const { name, variable, known, about } = rule;
  const event = eventOf(rule);
  const made = MADE_BY_CATALOGUE.includes(about)
    ? [`    const { ${variable} } = catalogue(world);`]
    : [
        '    // Make one first, as the tests of its other rules do, and ask for its id.',
        `    const ${variable} = world.get(${known.aggregate}, 'one_that_is_made');`,
      ];
  return [
    "  it('refuses one that is not there', () => {",
    `    expect(${name}(null, { ${variable}: null }, new World().ctx())).toMatchObject({ code: 'resource_missing' });`,
    '  });',
    '',
    "  it('changes the record, and tells of it', () => {",
    '    const world = new World();',
    ...made,
    `    expect(world.do(${name}(null, { ${variable} }, world.ctx()))).not.toEqual(${variable}.record);`,
    `    expect(world.takeEvents()).toEqual([${event === null ? '' : `'${event}'`}]);`,
    `    expect(world.audits.at(-1)).toBe('${resourceOf(rule)}.${participleOf(rule.verb)}');`,
    '  });',
  ];
};

const makingTests = (rule: Rule): readonly string[] => {
  const event = eventOf(rule);
  return [
    "  it('makes a record, and tells of it', () => {",
    '    const world = new World();',
    `    const { id } = world.do(${rule.name}(null, null, world.ctx()));`,
    `    expect(world.get(${rule.known.aggregate}, id).record.created).toBe(world.now);`,
    `    expect(world.takeEvents()).toEqual([${event === null ? '' : `'${event}'`}]);`,
    `    expect(world.audits).toEqual(['${resourceOf(rule)}.${participleOf(rule.verb)}']);`,
    '  });',
  ];
};

/** The rule's test, in an account in memory. It fails until the rule changes something. */
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
