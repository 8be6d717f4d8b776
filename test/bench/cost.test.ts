import { describe, expect, it } from 'vitest';
import {
  costSettingsOf,
  idleMonthLines,
  linesOfTableGigabyte,
  logStorageLine,
  resourceLines,
  retentionDaysIn,
  type TemplateResource,
} from '../../scripts/bench/cost/at-rest.ts';
import { type CostLine, costMatrix, costRows, costTable, dollarsByPart, partTable, totalDollars } from '../../scripts/bench/cost/lines.ts';
import { logBytesIn, metricsIn } from '../../scripts/bench/cost/log-bytes.ts';
import { dollarsFor, PRICES, type PriceName } from '../../scripts/bench/cost/prices.ts';
import { storageLines, storedBytes } from '../../scripts/bench/cost/storage.ts';
import { difference, filterSources, scaled, sumOfUsages, totalOf, type Usage, withCpu } from '../../scripts/bench/cost/usage.ts';
import { usageLines } from '../../scripts/bench/cost/usage-lines.ts';
import { dollarsOf, newCounts } from '../../scripts/bench/simulation/results.ts';

const FACTS = { memoryOf: (functionId: string) => (functionId === 'workers-documents' ? 1769 : 512), accessLogBytes: 200 };
const unitsOf = (lines: readonly CostLine[], price: PriceName, part?: string): number =>
  lines.filter((line) => line.price === price && (part === undefined || line.part === part)).reduce((sum, { units }) => sum + units, 0);

describe('the price list', () => {
  it('contains only positive prices and positive numbers of units', () => {
    for (const { usd, per } of Object.values(PRICES)) expect(usd > 0 && per > 0).toBe(true);
    expect(dollarsFor('tableWrites', 2_000_000)).toBeCloseTo(1.25);
    expect(dollarsFor('keyRequests', 10_000)).toBeCloseTo(0.03);
  });

  it('is also used by the simulation', () => {
    const counts = { ...newCounts(), transitions: 40_000, invocations: 5_000_000 };
    expect(dollarsOf(counts)).toMatchObject({ StepFunctions: 1, Lambda: 1, DynamoDB: 0 });
  });
});

describe('the usage of AWS services', () => {
  const first: Usage = { a: { invocations: 1, wallMs: 10 }, b: { readUnits: 2 } };
  const second: Usage = { a: { invocations: 4, wallMs: 10 }, c: { readUnits: 3 } };

  it('is the increase from one count to the next; quantities that did not increase are omitted', () => {
    expect(difference(second, first)).toEqual({ a: { invocations: 3 }, c: { readUnits: 3 } });
  });

  it('can be summed by source and quantity, scaled, and limited to some sources', () => {
    expect(sumOfUsages([first, second])).toEqual({ a: { invocations: 5, wallMs: 20 }, b: { readUnits: 2 }, c: { readUnits: 3 } });
    expect(scaled(first, 0.5)).toEqual({ a: { invocations: 0.5, wallMs: 5 }, b: { readUnits: 1 } });
    expect(filterSources(first, (source) => source === 'b')).toEqual({ b: { readUnits: 2 } });
    expect(totalOf(sumOfUsages([first, second]), 'readUnits')).toBe(5);
  });
});

it('the CPU time of the host is divided among sources in proportion to the duration of their invocations', () => {
  const usage: Usage = { a: { wallMs: 30 }, b: { wallMs: 10, invocations: 1 }, c: { readUnits: 1 } };
  expect(withCpu(usage, 8)).toEqual({ a: { wallMs: 30, cpuMs: 6 }, b: { wallMs: 10, invocations: 1, cpuMs: 2 }, c: { readUnits: 1 } });
  expect(withCpu({ c: { readUnits: 1 } }, 8)).toEqual({ c: { readUnits: 1 } });
});

describe('the cost lines of a usage', () => {
  it('count GB-seconds by memory: with less memory, CPU time takes longer, but waiting does not', () => {
    const lines = usageLines({ 'workers-mail': { waitMs: 2000 }, sweep: { cpuMs: 1024 }, 'workers-documents': { cpuMs: 1024 } }, FACTS);
    expect(unitsOf(lines, 'functionSeconds', 'workers-mail')).toBe(1);
    expect(unitsOf(lines, 'functionSeconds', 'workers-documents')).toBeCloseTo(1.769);
    expect(unitsOf(lines, 'functionSeconds', 'sweep')).toBeCloseTo(1.769);
  });

  it('include the access log of API requests, and bill express executions for 64 MB of memory', () => {
    const lines = usageLines(
      { 'customers-create': { apiRequests: 3, logBytes: 500 }, sweep: { expressExecutions: 1, expressMs: 16_000 } },
      FACTS,
    );
    expect(unitsOf(lines, 'logBytes', 'access log')).toBe(600);
    expect(unitsOf(lines, 'logBytes')).toBe(1100);
    expect(unitsOf(lines, 'expressSeconds')).toBe(1);
    expect(unitsOf(lines, 'apiRequests')).toBe(3);
  });

  it('do not bill index units twice, because the write units include them', () => {
    const lines = usageLines({ a: { writeUnits: 10, indexUnits: 4, readUnits: 1 } }, FACTS);
    expect(lines.map(({ price, units }) => [price, units])).toEqual([
      ['tableReads', 1],
      ['tableWrites', 10],
    ]);
  });
});

describe('the report', () => {
  const lines: readonly CostLine[] = [
    { price: 'tableWrites', part: 'settle', units: 600_000 },
    { price: 'tableWrites', part: 'prepare', units: 1_000_000 },
    { price: 'transitions', part: 'billing run', units: 120_000 },
    { price: 'mails', part: 'mail', units: 0 },
  ];

  it('lists each price that has units, with its share of the cost, most expensive first', () => {
    expect(totalDollars(lines)).toBeCloseTo(4);
    expect(costRows(lines)).toMatchObject([
      { price: 'transitions', units: 120_000, usd: 3, share: 0.75 },
      { price: 'tableWrites', units: 1_600_000, usd: 1, share: 0.25, parts: [{ part: 'prepare', share: 0.625 }, { part: 'settle' }] },
    ]);
    expect(dollarsByPart(lines).map(([part]) => part)).toEqual(['billing run', 'prepare', 'settle', 'mail']);
  });

  it('shows units, USD, shares and parts', () => {
    const [title, , first, second, ...others] = costTable('1,000 renewals', lines);
    expect(title).toBe('1,000 renewals: 4.00 USD');
    expect(first).toMatch(/Step Functions transitions \(standard\) +120,000 +3\.00 +75 % +billing run 100 %/);
    expect(second).toMatch(/DynamoDB write units +1,600,000 +1\.00 +25 % +prepare 63 %, settle 38 %/);
    expect(others).toEqual([]);
    expect(partTable('by part', lines)).toHaveLength(5);
  });

  it('shows deployments next to each other', () => {
    const matrix = costMatrix('At rest', { dev: [{ price: 'alarms', part: 'alarms', units: 10 }], production: lines });
    expect(matrix.at(1)).toMatch(/billed +dev +production/);
    expect(matrix.at(-1)).toMatch(/total +1\.00 +4\.00/);
  });
});

describe('storage', () => {
  const index = { keys: ['gk', 'gs'], attributes: ['extra'] } as const;

  it('of an item is the bytes of its attribute names and values, plus an overhead for the item and for each index entry', () => {
    expect(storedBytes({ pk: 'ab', sk: 'c' }, [index])).toEqual({ table: 100 + 2 + 2 + 2 + 1, indexes: 0 });
    const indexed = storedBytes({ pk: 'ab', sk: 'c', gk: 'd', gs: 'e', extra: 12, other: 'x'.repeat(50) }, [index]);
    expect(indexed.indexes).toBe(100 + 7 + 3 + 3 + 5 + 2);
    expect(storedBytes({ l: ['a', true], m: { k: null } }, []).table).toBe(100 + 1 + 3 + 2 + 2 + 1 + 3 + 1 + 1 + 1);
    expect(storedBytes({ b: new Uint8Array(10) }, []).table).toBe(100 + 1 + 10);
  });

  it('of items that expire counts until they expire', () => {
    const [kept] = storageLines([{ pk: 'a' }], [], 0);
    const [expiring] = storageLines([{ pk: 'a', ttl: 15 * 86_400 }], [], 0);
    const [expired] = storageLines([{ pk: 'a', ttl: 5 }], [], 10);
    expect(kept?.units).toBeCloseTo(103 / 1e9, 15);
    expect(expiring?.units).toBeCloseTo((103 + 3 + 5) / 2 / 1e9, 15);
    expect(expired?.units).toBe(0);
  });
});

describe('log lines', () => {
  const request = '{"kind":"request","operation":"customers.create"}';
  const lineWithMetrics = '{"kind":"sweep","_aws":{"CloudWatchMetrics":[{"Metrics":[{"Name":"Lines"},{"Name":"lagSeconds"}]}]}}';

  it('are attributed to the function of their operation, or to their kind', () => {
    const usage = logBytesIn(
      [request, request, lineWithMetrics, '{"host":"stream"}', 'no JSON'],
      new Map([['customers.create', 'customers-create']]),
    );
    expect(usage).toEqual({
      'customers-create': { logBytes: 2 * (request.length + 1) },
      'lines sweep': { logBytes: lineWithMetrics.length + 1 },
      host: { logBytes: 18 },
      'lines of another kind': { logBytes: 8 },
    });
  });

  it('contain metrics, each of which is billed once even if several lines contain it', () => {
    expect(metricsIn([request, lineWithMetrics, lineWithMetrics])).toEqual(['sweep Lines', 'sweep lagSeconds']);
  });
});

describe('the cost at rest', () => {
  const resource = (type: string, properties: TemplateResource['properties'] = {}): TemplateResource => ({ type, properties });
  const NETWORK = { AwsvpcConfiguration: { AssignPublicIp: 'ENABLED' } };
  const RESOURCES: readonly TemplateResource[] = [
    resource('AWS::CloudWatch::Alarm'),
    resource('AWS::CloudWatch::Alarm'),
    resource('AWS::EC2::VPCEndpoint', { VpcEndpointType: 'Interface', SubnetIds: ['a', 'b'] }),
    resource('AWS::EC2::VPCEndpoint', { VpcEndpointType: 'Gateway' }),
    resource('AWS::ECS::Service', { DesiredCount: 2, NetworkConfiguration: NETWORK }),
    resource('AWS::ECS::TaskDefinition', { Cpu: '256', Memory: '512' }),
    resource('AWS::ECS::Cluster', { ClusterSettings: [{ Name: 'containerInsights', Value: 'enabled' }] }),
    resource('AWS::WAFv2::WebACL', { Rules: [{}, {}] }),
    resource('AWS::Lambda::EventSourceMapping', { BatchSize: 5 }),
    resource('AWS::Lambda::EventSourceMapping', { StartingPosition: 'LATEST', MetricsConfig: {} }),
    resource('AWS::Scheduler::Schedule'),
    resource('AWS::Logs::LogGroup', { RetentionInDays: 90 }),
    resource('AWS::ApiGatewayV2::Stage', { AccessLogSettings: { Format: 'x'.repeat(120) } }),
  ];

  it('counts the resources of the templates', () => {
    const lines = resourceLines(RESOURCES);
    expect(unitsOf(lines, 'alarms')).toBe(2);
    expect(unitsOf(lines, 'endpointHours')).toBe(2 * 730);
    expect(unitsOf(lines, 'taskCpuHours')).toBe((2 * 730) / 4);
    expect(unitsOf(lines, 'taskMemoryHours')).toBe(730);
    expect(unitsOf(lines, 'addressHours')).toBe(2 * 730);
    expect(unitsOf(lines, 'firewallRules')).toBe(2);
    expect(unitsOf(lines, 'queueRequests', 'empty polls of queues')).toBe(15 * 43_800);
    expect(unitsOf(lines, 'scheduled')).toBe(43_800);
    expect(totalDollars(resourceLines([]))).toBe(0);
  });

  it('adds the work of an idle minute for each minute of a month, and its log lines for as long as they are kept', () => {
    const idle = { usage: { 'schedules-sweep': { invocations: 16, logBytes: 1000 } }, metrics: ['sweep Lines'] };
    const lines = idleMonthLines(RESOURCES, idle, FACTS);
    expect(unitsOf(lines, 'invocations')).toBe(16 * 43_800);
    expect(unitsOf(lines, 'metrics', 'metrics in log lines')).toBe(1);
    expect(retentionDaysIn(RESOURCES)).toBe(90);
    expect(unitsOf(lines, 'logStorage')).toBeCloseTo((1000 * 43_800 * 3) / 1e9);
    expect(logStorageLine(1e9, 30, 'x').units).toBe(1);
  });

  it('of a GB of the table includes the backups that the backup plan keeps', () => {
    const Lifecycle = { DeleteAfterDays: 35 };
    const plan = resource('AWS::Backup::BackupPlan', { BackupPlan: { BackupPlanRule: [{ Lifecycle, CopyActions: [{ Lifecycle }] }] } });
    expect(unitsOf(linesOfTableGigabyte([plan]), 'tableBackup')).toBe(70);
    expect(unitsOf(linesOfTableGigabyte([]), 'tableBackup')).toBe(0);
  });

  it('reads memory sizes and the size of an access log line from the templates', () => {
    const facts = costSettingsOf([{ functionId: 'workers-mail', memoryMegabytes: 512 }], RESOURCES);
    expect(facts.memoryOf('workers-mail')).toBe(512);
    expect(() => facts.memoryOf('unknown')).toThrow('The templates contain no function unknown.');
    expect(facts.accessLogBytes).toBe(120);
  });
});
