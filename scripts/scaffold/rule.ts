import { isEventType } from '../../shared/domain/event-types.ts';
import { camel, capital, dashed, participleOf, spaced, withArticle } from './names.ts';
import type { EntityNames, ProjectFacts } from './project-facts.ts';

/** The domain rule of a new operation. */
export interface Rule {
  readonly file: string;
  /** The folder of the record in `shared/domain`, for example `tax-rate`. */
  readonly about: string;
  /** Path from the rule's folder to the record's folder: `./`, or `../` for a subfolder. */
  readonly recordFolder: string;
  readonly verb: string;
  /** The name of the function, for example `archiveCustomer`. */
  readonly name: string;
  /** Variable name of the record, for example `customer`. */
  readonly variable: string;
  readonly entity: EntityNames;
  /** Path parameter with the record's id; `null`: the rule creates the record. */
  readonly idParam: string | null;
}

/** Returns the rule for an operation's verb and path parameters. Throws if the folder has no record type. */
export const ruleOf = (
  verb: string,
  { about, subfolder }: { readonly about: string; readonly subfolder: string },
  params: readonly string[],
  { ids, aggregates }: ProjectFacts,
): Rule => {
  const entity = aggregates.get(about);
  if (entity === undefined) {
    const folders = [...aggregates.keys()].join(', ');
    throw new Error(
      `shared/domain/${about}/record.ts declares no record type: write it first (like shared/domain/coupon/record.ts), or choose another with --about (${folders}).`,
    );
  }
  const isRecordId = (param: string): boolean => {
    const kind = param.replace(/_id$/, '');
    return dashed(kind) === about || ids[camel(kind)]?.what === spaced(about);
  };
  return {
    file: `shared/domain/${[about, ...(subfolder === '' ? [] : [subfolder]), dashed(verb)].join('/')}.ts`,
    about,
    recordFolder: subfolder === '' ? './' : '../'.repeat(subfolder.split('/').length),
    verb,
    name: `${camel(verb)}${entity.record}`,
    variable: camel(about),
    entity,
    idParam: params.find(isRecordId) ?? null,
  };
};

const resourceOf = ({ about }: Rule): string => about.replaceAll('-', '_');

/** Returns the event type of the change; `null` if no such event type is declared. */
const eventOf = (rule: Rule): string | null => {
  const type = `${resourceOf(rule)}.${rule.idParam === null ? 'created' : 'updated'}`;
  return isEventType(type) ? type : null;
};

const recordImports = ({ recordFolder, entity: { record, aggregate, recordFile, aggregateFile } }: Rule): readonly string[] =>
  recordFile === aggregateFile
    ? [`import { type ${record}, ${aggregate} } from '${recordFolder}${recordFile}';`]
    : [`import type { ${record} } from '${recordFolder}${recordFile}';`, `import { ${aggregate} } from '${recordFolder}${aggregateFile}';`];

/** Path from the rule's folder to `shared/domain`. */
const domainOf = ({ recordFolder }: Rule): string => (recordFolder === './' ? '../' : `${recordFolder}../`);

const changingRuleSource = (rule: Rule): readonly string[] => {
  const { name, verb, variable, entity } = rule;
  const event = eventOf(rule);
  const state = `${capital(name)}State`;
  const domain = domainOf(rule);
  return [
    `import { change, type Stored } from '${domain}aggregate.ts';`,
    `import { audited, type Decision, type DecisionContext, differs, unchanged } from '${domain}decision.ts';`,
    `import { Refusal } from '${domain}refusal.ts';`,
    ...recordImports(rule),
    '',
    '/** Records that the rule needs. */',
    `export interface ${state} {`,
    `  readonly ${variable}: Stored<${entity.record}> | null;`,
    '}',
    '',
    `/** ${capital(spaced(verb))} ${withArticle(spaced(rule.about))}. Records nothing if nothing changes. */`,
    `export const ${name} = (_command: null, state: ${state}, _ctx: DecisionContext): Decision<${entity.record}> | Refusal => {`,
    `  if (state.${variable} === null) return new Refusal('resource_missing', 'No such ${spaced(rule.about)}.');`,
    `  const after: ${entity.record} = { ...state.${variable}.record };`,
    `  if (!differs(state.${variable}, after)) return unchanged(after);`,
    '  return {',
    `    changes: [change(${entity.aggregate}, state.${variable}, after)],`,
    `    events: [${event === null ? '' : `{ type: '${event}', subjectId: after.id }`}],`,
    `    audit: audited('${resourceOf(rule)}', '${participleOf(verb)}', after.id),`,
    '    result: after,',
    '  };',
    '};',
    '',
  ];
};

const creatingRuleSource = (rule: Rule): readonly string[] => [
  `import type { Decision, DecisionContext } from '${domainOf(rule)}decision.ts';`,
  `import { Refusal } from '${domainOf(rule)}refusal.ts';`,
  `import type { ${rule.entity.record} } from '${rule.recordFolder}${rule.entity.recordFile}';`,
  '',
  `/** ${capital(spaced(rule.verb))} ${withArticle(spaced(rule.about))}. Always refused until it is implemented. */`,
  `export const ${rule.name} = (_command: null, _state: null, _ctx: DecisionContext): Decision<${rule.entity.record}> | Refusal =>`,
  `  new Refusal('state_conflict', '${capital(spaced(rule.verb))} ${withArticle(spaced(rule.about))} is not implemented yet.');`,
  '',
];

/** Builds the source of the rule. The generated rule changes nothing or always refuses, so its generated test fails. */
export const ruleSource = (rule: Rule): string => (rule.idParam === null ? creatingRuleSource(rule) : changingRuleSource(rule)).join('\n');

/** Variable names of the records that the function `newCatalogue` of the domain tests creates. */
const CREATED_BY_CATALOGUE = ['customer', 'product', 'price'];

const changingRuleTests = (rule: Rule): readonly string[] => {
  const { name, variable, entity, about } = rule;
  const event = eventOf(rule);
  const setup = CREATED_BY_CATALOGUE.includes(about)
    ? [`    const { ${variable} } = newCatalogue(world);`]
    : [
        '    // Create a record first, as the tests of its other rules do, and use its id.',
        `    const ${variable} = world.get(${entity.aggregate}, 'id_of_the_record');`,
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

const creatingRuleTests = (rule: Rule): readonly string[] => {
  const event = eventOf(rule);
  return [
    "  it('creates a record and emits an event', () => {",
    '    const world = new World();',
    `    const { id } = world.do(${rule.name}(null, null, world.ctx()));`,
    `    expect(world.get(${rule.entity.aggregate}, id).record.created).toBe(world.now);`,
    `    expect(world.takeEvents()).toEqual([${event === null ? '' : `'${event}'`}]);`,
    `    expect(world.audits).toEqual(['${resourceOf(rule)}.${participleOf(rule.verb)}']);`,
    '  });',
  ];
};

/** Builds the source of the rule's test. The test fails until the rule changes something. */
export const ruleTestSource = (rule: Rule, id: string): string => {
  const usesCatalogue = rule.idParam !== null && CREATED_BY_CATALOGUE.includes(rule.about);
  return [
    "import { describe, expect, it } from 'vitest';",
    `import { ${rule.name} } from '../../${rule.file}';`,
    ...(usesCatalogue
      ? []
      : [`import { ${rule.entity.aggregate} } from '../../shared/domain/${rule.about}/${rule.entity.aggregateFile}';`]),
    `import { ${usesCatalogue ? 'newCatalogue, ' : ''}World } from './world.ts';`,
    '',
    `describe('the rule of ${id}', () => {`,
    ...(rule.idParam === null ? creatingRuleTests(rule) : changingRuleTests(rule)),
    '});',
    '',
  ].join('\n');
};
