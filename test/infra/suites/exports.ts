import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTemplates } from '../../../scripts/local/prepare/template.ts';
import { REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { reducedServiceApp } from '../deployment.ts';

type Settings = Readonly<Record<string, unknown>>;

interface Export {
  readonly stack: string;
  readonly name: string;
  /** JSON of the value. */
  readonly value: string;
  /** Stacks that import it, directly or in a nested stack. */
  readonly importers: readonly string[];
}

interface Deployment {
  readonly stacks: readonly string[];
  /** Pairs of stacks: the first imports from the second, or is deployed after it for another reason. */
  readonly dependencies: readonly (readonly [string, string])[];
  readonly exports: readonly Export[];
}

interface Template {
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>>;
}

const cache = new Map<string, Deployment>();

/** Returns the stack that contains a nested stack, or the stack if it is not nested. Only the operations stack has nested stacks. */
const outerStackOf = (stack: string): string => (stack.endsWith('.nested') ? 'billing-prod-operations' : stack);

const readDeployment = (settings: Settings): Deployment => {
  const assembly = reducedServiceApp(settings).synth();
  const templates = [...readTemplates(assembly.directory)];
  const importersOf = (name: string): readonly string[] =>
    templates
      .filter(([, template]) => JSON.stringify(template).includes(`{"Fn::ImportValue":"${name}"}`))
      .map(([stack]) => outerStackOf(stack));
  const exports = templates.flatMap(([stack, template]) =>
    Object.values((template as Template).Outputs ?? {}).flatMap(({ Value, Export }) =>
      Export === undefined ? [] : [{ stack, name: Export.Name, value: JSON.stringify(Value), importers: importersOf(Export.Name) }],
    ),
  );
  const stacks = templates.map(([stack]) => stack);
  const dependencies = assembly.stacks.flatMap(({ id, dependencies: others }) =>
    others.flatMap((other) => (stacks.includes(other.id) ? [[id, other.id] as const] : [])),
  );
  return { stacks, dependencies, exports };
};

/** Returns the deployment of the stage `prod` with these settings; synthesizes it only once. */
const deploymentWith = (overrides: Settings): Deployment => {
  const settings = { stage: 'prod', account: '111111111111', region: 'us-east-1', alarmEmail: 'ops@example.com', ...overrides };
  const key = JSON.stringify(settings);
  const result = cache.get(key) ?? readDeployment(settings);
  cache.set(key, result);
  return result;
};

/**
 * Returns the exports that a change of settings removes or changes although other stacks import them. CloudFormation refuses that, because
 * the stack that exports is updated before the stacks that import. Stacks that are absent with the new settings stay deployed unchanged.
 */
const lostExports = (before: Settings, after: Settings): readonly Export[] => {
  const next = deploymentWith(after);
  const isKept = ({ name, value }: Export): boolean => next.exports.some((each) => each.name === name && each.value === value);
  return deploymentWith(before).exports.filter((each) => each.importers.length > 0 && next.stacks.includes(each.stack) && !isKept(each));
};

const DOMAIN: Settings = { domainName: 'api.example.com', certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1' };
const ACCOUNT_DOMAIN: Settings = { ...DOMAIN, accountDomains: 'pay.shop.example' };
const URL: Settings = { publicBaseUrl: 'https://billing.example.com' };
const EDGE: Settings = { ...URL, edge: true };
const STREAM: Settings = { ...EDGE, stream: true };
const ALL_STACKS: Settings = { ...STREAM, backupRegion: 'eu-central-1' };

describe('exports that other stacks import', () => {
  it.each<[string, Settings, Settings]>([
    ['publicBaseUrl', {}, URL],
    ['domainName', {}, DOMAIN],
    ['accountDomains', DOMAIN, ACCOUNT_DOMAIN],
    ['alarmUrl', {}, { alarmUrl: 'https://pager.example' }],
    ['mailSender', {}, { mailSender: 'billing@example.com' }],
    ['backupRegion', {}, { backupRegion: 'eu-central-1' }],
    ['edge', {}, EDGE],
    ['edge with domainName', {}, { ...EDGE, ...DOMAIN }],
    ['domainName with edge', EDGE, { ...EDGE, ...DOMAIN }],
    ['stream', EDGE, STREAM],
    ['streamEndpoints', STREAM, { ...STREAM, streamEndpoints: false }],
    ['maintenance', {}, { maintenance: true }],
    ['lookUpCharges', {}, { lookUpCharges: true }],
    ['canary', {}, { canary: false }],
    ['console', {}, { console: false }],
    ['sandbox', {}, { sandbox: false }],
    ['reservedConcurrency', {}, { reservedConcurrency: false }],
    ['operationStacks', {}, { operationStacks: 7 }],
    ['tracing', {}, { tracing: true }],
  ])('stay the same when %s is set later', (_, before, after) => {
    expect(deploymentWith(before).exports.filter(({ importers }) => importers.length > 0)).not.toEqual([]);
    expect(lostExports(before, after)).toEqual([]);
  });

  it.each<[string, Settings, Settings]>([
    ['publicBaseUrl', URL, {}],
    ['alarmUrl', { alarmUrl: 'https://pager.example' }, {}],
    ['mailSender', { mailSender: 'billing@example.com' }, {}],
    ['backupRegion', { backupRegion: 'eu-central-1' }, {}],
    ['stream', STREAM, EDGE],
    ['maintenance', { maintenance: true }, {}],
    ['canary', { canary: false }, {}],
  ])('stay the same when %s is removed', (_, before, after) => {
    expect(lostExports(before, after)).toEqual([]);
  });

  // To remove such a setting, infra/operating.md deploys the importing stacks first and then all stacks.
  it.each<[string, Settings, Settings, RegExp, readonly string[]]>([
    ['domainName', DOMAIN, {}, /RefDomain/, ['operations']],
    ['domainName (replaced by publicBaseUrl)', DOMAIN, URL, /RefDomain/, ['operations']],
    ['accountDomains', ACCOUNT_DOMAIN, DOMAIN, /Refpayshopexample/, ['operations']],
    ['edge', EDGE, URL, /RefEdgeSecret/, ['console', 'edge', 'events', 'operations', 'schedules']],
  ])(
    'are lost when %s is removed, and are imported only by the stacks that operators deploy first',
    (_, before, after, name, importers) => {
      const lost = lostExports(before, after);
      expect(lost).toHaveLength(1);
      expect(lost[0]?.name).toMatch(name);
      expect([...new Set(lost[0]?.importers)].sort()).toEqual(importers.map((each) => `billing-prod-${each}`));
    },
  );
});

/** Matches the rollback in `infra/operating.md`. The group matches the names of the stacks, in the order in which they are deployed. */
const ROLLBACK =
  /^for stack in (.+); do\n {2}npx cdk deploy -e billing-<stage>-\$stack -c stage=<stage> \|\| break\ndone\nnpx cdk deploy --all -c stage=<stage>$/m;

const OPERATING = readFileSync(join(REPOSITORY_ROOT, 'infra', 'operating.md'), 'utf8');

describe('the rollback in infra/operating.md', () => {
  it('deploys each stack before those that it imports from', () => {
    const [, names = ''] = ROLLBACK.exec(OPERATING) ?? [];
    const listedStacks = names.split(' ').map((name) => `billing-prod-${name}`);
    // The other stacks are deployed at the end, with `--all`.
    const positionOf = (stack: string): number => (listedStacks.includes(stack) ? listedStacks.indexOf(stack) : listedStacks.length);
    const { stacks, dependencies } = deploymentWith(ALL_STACKS);
    expect(listedStacks.filter((stack) => !stacks.includes(stack))).toEqual([]);
    expect(dependencies).toContainEqual(['billing-prod-observability', 'billing-prod-events']);
    expect(dependencies.filter(([importer, exporter]) => positionOf(importer) >= positionOf(exporter))).toEqual([]);
  });
});

describe('the removal of a setting in infra/operating.md', () => {
  const commands = [...OPERATING.matchAll(/^(.*)npx cdk destroy (-e )?((?:billing-<stage>-[a-z-]+ )+)-c stage=<stage>/gm)].map(
    ([, before = '', exclusively, names = '']) => ({ before, exclusively, names: names.trim().replaceAll('<stage>', 'prod').split(' ') }),
  );

  it('deletes only the named stacks, after it has deployed those that import from them', () => {
    expect(commands).toHaveLength(3);
    const { stacks, dependencies } = deploymentWith(ALL_STACKS);
    for (const { before, exclusively, names } of commands) {
      expect(names.filter((stack) => !stacks.includes(stack))).toEqual([]);
      expect(exclusively, 'without -e, CDK also deletes the stacks that import from the named ones').toBe('-e ');
      const importers = dependencies.flatMap(([importer, exporter]) =>
        names.includes(exporter) && !names.includes(importer) ? [importer.replace('prod', '<stage>')] : [],
      );
      if (!before.includes('deploy `--all`')) expect(importers.filter((stack) => !before.includes(stack))).toEqual([]);
    }
  });
});
