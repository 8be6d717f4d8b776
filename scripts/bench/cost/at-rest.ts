import { isObject, numberOrUndefined, objectsIn, text } from '../../local/files.ts';
import type { CostLine } from './lines.ts';
import type { PriceName } from './prices.ts';
import { scaled, totalOf, type Usage } from './usage.ts';
import { type CostSettings, usageLines } from './usage-lines.ts';

/** A resource as its template declares it. */
export interface TemplateResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What the service uses and logs in a minute without work. */
export interface IdleMinute {
  readonly usage: Usage;
  /** Metrics in its log lines. */
  readonly metrics: readonly string[];
}

const HOURS_PER_MONTH = 730;
const MINUTES_PER_MONTH = HOURS_PER_MONTH * 60;
const DAYS_PER_MONTH = 30;
const GIGABYTE = 1e9;

/** Lambda polls a queue with this many connections even if it is empty, each with long polls. Documented for SQS event sources. */
const QUEUE_POLLERS = 5;
const LONG_POLLS_PER_MINUTE = 3;
/** Metrics of Container Insights for a cluster, a service and a task. Assumed from the examples on the pricing page. */
const CONTAINER_METRICS = 8 + 11 + 6;
/** Metrics of an event source mapping that always have values: records polled, filtered out, invoked. Assumed. */
const MAPPING_METRICS = 3;

const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const objectIn = (properties: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> => {
  const value = properties[name];
  return isObject(value) ? value : {};
};
const sumOver = (
  resources: readonly TemplateResource[],
  type: string,
  value: (properties: TemplateResource['properties']) => number,
): number => resources.filter((each) => each.type === type).reduce((sum, { properties }) => sum + value(properties), 0);
const countOf = (resources: readonly TemplateResource[], type: string): number => sumOver(resources, type, () => 1);

const tasksIn = (resources: readonly TemplateResource[]): number =>
  sumOver(resources, 'AWS::ECS::Service', ({ DesiredCount }) => numberOrUndefined(DesiredCount) ?? 1);

const addressesIn = (resources: readonly TemplateResource[]): number =>
  sumOver(resources, 'AWS::ECS::Service', (properties) => {
    const { AssignPublicIp } = objectIn(objectIn(properties, 'NetworkConfiguration'), 'AwsvpcConfiguration');
    return AssignPublicIp === 'ENABLED' ? (numberOrUndefined(properties['DesiredCount']) ?? 1) : 0;
  });

/** Counts the event source mappings of queues; only event source mappings of streams have a start position. */
const queueMappingsIn = (resources: readonly TemplateResource[]): number =>
  sumOver(resources, 'AWS::Lambda::EventSourceMapping', ({ StartingPosition }) => (StartingPosition === undefined ? 1 : 0));

const containerMetricsIn = (resources: readonly TemplateResource[]): number =>
  sumOver(resources, 'AWS::ECS::Cluster', ({ ClusterSettings }) =>
    objectsIn(ClusterSettings).some(({ Name, Value }) => Name === 'containerInsights' && Value !== 'disabled') ? CONTAINER_METRICS : 0,
  );

/** Computes what the resources of the templates cost in a month without any use. */
export const resourceLines = (resources: readonly TemplateResource[]): readonly CostLine[] => {
  const line = (price: PriceName, part: string, units: number): CostLine => ({ price, part, units });
  const tasks = tasksIn(resources);
  const endpoints = sumOver(resources, 'AWS::EC2::VPCEndpoint', ({ VpcEndpointType, SubnetIds }) =>
    VpcEndpointType === 'Interface' ? listLength(SubnetIds) : 0,
  );
  const cpuUnits = sumOver(resources, 'AWS::ECS::TaskDefinition', ({ Cpu }) => numberOrUndefined(Cpu) ?? 0);
  const memoryMiB = sumOver(resources, 'AWS::ECS::TaskDefinition', ({ Memory }) => numberOrUndefined(Memory) ?? 0);
  const mappingMetrics = sumOver(resources, 'AWS::Lambda::EventSourceMapping', (properties) =>
    'MetricsConfig' in properties ? MAPPING_METRICS : 0,
  );
  return [
    line('alarms', 'alarms', countOf(resources, 'AWS::CloudWatch::Alarm')),
    line('dashboards', 'dashboard', countOf(resources, 'AWS::CloudWatch::Dashboard')),
    line('keys', 'encryption key', countOf(resources, 'AWS::KMS::Key')),
    line('secrets', 'secrets', countOf(resources, 'AWS::SecretsManager::Secret')),
    line('endpointHours', 'interface endpoints', endpoints * HOURS_PER_MONTH),
    line('taskCpuHours', 'event stream', (tasks * cpuUnits * HOURS_PER_MONTH) / 1024),
    line('taskMemoryHours', 'event stream', (tasks * memoryMiB * HOURS_PER_MONTH) / 1024),
    line('addressHours', 'event stream', addressesIn(resources) * HOURS_PER_MONTH),
    line('balancerHours', 'event stream', countOf(resources, 'AWS::ElasticLoadBalancingV2::LoadBalancer') * HOURS_PER_MONTH),
    line('metrics', 'Container Insights', containerMetricsIn(resources)),
    line('metrics', 'event source mapping', mappingMetrics),
    line('firewalls', 'firewall', countOf(resources, 'AWS::WAFv2::WebACL')),
    line(
      'firewallRules',
      'firewall',
      sumOver(resources, 'AWS::WAFv2::WebACL', ({ Rules }) => listLength(Rules)),
    ),
    line('queueRequests', 'empty polls of queues', queueMappingsIn(resources) * QUEUE_POLLERS * LONG_POLLS_PER_MINUTE * MINUTES_PER_MONTH),
    line('queueRequests', 'empty polls of the event stream', tasks * LONG_POLLS_PER_MINUTE * MINUTES_PER_MONTH),
    line('scheduled', 'schedules', countOf(resources, 'AWS::Scheduler::Schedule') * MINUTES_PER_MONTH),
  ];
};

/** The longest retention of a log group, in days. */
export const retentionDaysIn = (resources: readonly TemplateResource[]): number =>
  Math.max(
    0,
    ...resources
      .filter(({ type }) => type === 'AWS::Logs::LogGroup')
      .map(({ properties }) => numberOrUndefined(properties['RetentionInDays']) ?? 0),
  );

/** Computes the storage of logs in a month once the first logs have expired: the bytes of a month are stored for `retentionDays`. */
export const logStorageLine = (bytesPerMonth: number, retentionDays: number, part: string): CostLine => ({
  price: 'logStorage',
  part,
  units: (bytesPerMonth / GIGABYTE) * (retentionDays / DAYS_PER_MONTH),
});

/** Computes the cost of a month without work: the resources, and for each minute the usage of an idle minute. */
export const idleMonthLines = (resources: readonly TemplateResource[], idle: IdleMinute, facts: CostSettings): readonly CostLine[] => {
  const month = scaled(idle.usage, MINUTES_PER_MONTH);
  return [
    ...resourceLines(resources),
    ...usageLines(month, facts),
    { price: 'metrics', part: 'metrics in log lines', units: idle.metrics.length },
    logStorageLine(totalOf(month, 'logBytes'), retentionDaysIn(resources), 'log lines of the sweep'),
  ];
};

/** Computes what a GB of the table costs each month: storage, point-in-time recovery, and the backups and copies of a backup plan. */
export const linesOfTableGigabyte = (resources: readonly TemplateResource[]): readonly CostLine[] => {
  const rules = resources
    .filter(({ type }) => type === 'AWS::Backup::BackupPlan')
    .flatMap(({ properties }) => objectsIn(objectIn(properties, 'BackupPlan')['BackupPlanRule']));
  const keptDays = (rule: Readonly<Record<string, unknown>>): number =>
    numberOrUndefined(objectIn(rule, 'Lifecycle')['DeleteAfterDays']) ?? 0;
  const backups = rules.reduce((sum, rule) => sum + keptDays(rule), 0);
  const copies = rules.flatMap(({ CopyActions }) => objectsIn(CopyActions));
  return [
    { price: 'tableStorage', part: 'table', units: 1 },
    { price: 'tableRecovery', part: 'table', units: 1 },
    { price: 'tableBackup', part: 'backups', units: backups },
    { price: 'tableBackup', part: 'copies', units: copies.reduce((sum, copy) => sum + keptDays(copy), 0) },
    { price: 'backupCopies', part: 'copies', units: copies.length * DAYS_PER_MONTH },
  ];
};

/** Reads from the templates what affects the cost: the memory of each function, and the length of a line of the access log. */
export const costSettingsOf = (
  functions: readonly { readonly functionId: string; readonly memoryMegabytes: number }[],
  resources: readonly TemplateResource[],
): CostSettings => {
  const memory = new Map(functions.map(({ functionId, memoryMegabytes }) => [functionId, memoryMegabytes]));
  return {
    memoryOf: (functionId) => {
      const megabytes = memory.get(functionId);
      if (megabytes === undefined) throw new Error(`The templates contain no function ${functionId}.`);
      return megabytes;
    },
    // The names in the format are about as long as their values, so a log line is about as long as the format.
    accessLogBytes: sumOver(
      resources,
      'AWS::ApiGatewayV2::Stage',
      (properties) => (text(objectIn(properties, 'AccessLogSettings')['Format']) ?? '').length,
    ),
  };
};
