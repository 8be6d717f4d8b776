import { randomUUID } from 'node:crypto';
import { isObject, objectsIn, text } from '../files.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from '../settings.ts';
import type { Functions } from './functions.ts';
import { matchesPattern } from './patterns.ts';
import type { Queues } from './queues.ts';
import { type BusEvent, busEventChannel } from './usage-channels.ts';

interface Rule {
  readonly bus: string;
  readonly pattern: unknown;
  readonly targetArns: readonly string[];
}

/** The event bus: sends each event to the targets of the rules that it matches. */
export interface Bus {
  /** Waits until every target has received the event; returns the event's id. Throws if the bus is not declared. */
  put(entry: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Reads the declared buses and rules. Throws if a target is neither a queue nor a function. */
export const createBus = (resources: readonly Resource[], queues: Queues, functions: Functions): Bus => {
  const buses = new Set(['default', ...ofType(resources, 'AWS::Events::EventBus').map((bus) => bus.name)]);
  const rules = declaredRules(resources);
  const deliver = async (arn: string, event: unknown, body: string): Promise<void> => {
    if (functions.has(arn)) await functions.invoke(arn, event);
    else queues.send(arn, body);
  };
  return {
    put: async (entry) => {
      const bus = busName(text(entry['EventBusName']) ?? 'default');
      if (!buses.has(bus)) throw new Error(`No template declares the event bus ${bus}.`);
      const event = eventOf(entry);
      const targets = rules.filter((rule) => rule.bus === bus && matchesPattern(rule.pattern, event)).flatMap((rule) => rule.targetArns);
      const body = JSON.stringify(event);
      if (busEventChannel.hasSubscribers)
        busEventChannel.publish({ bytes: Buffer.byteLength(body), targets: targets.length } satisfies BusEvent);
      await Promise.all(targets.map((arn) => deliver(arn, event, body)));
      return event.id;
    },
  };
};

/** Returns the name of a bus from its name or ARN. */
const busName = (nameOrArn: string): string => nameOrArn.split('/').at(-1) ?? nameOrArn;

const declaredRules = (resources: readonly Resource[]): readonly Rule[] =>
  ofType(resources, 'AWS::Events::Rule')
    .filter(({ properties }) => properties['State'] !== 'DISABLED' && isObject(properties['EventPattern']))
    .map(({ logicalId, properties }) => ({
      bus: busName(text(properties['EventBusName']) ?? 'default'),
      pattern: properties['EventPattern'],
      targetArns: objectsIn(properties['Targets']).map((target) => {
        const arn = String(target['Arn']);
        if (!/^arn:aws:(sqs|lambda):/.test(arn))
          throw new Error(`The rule ${logicalId} has the target ${arn}: only queues and functions have a local fake.`);
        if ('InputTransformer' in target || 'InputPath' in target || 'Input' in target)
          throw new Error(`The rule ${logicalId} transforms its events, which the local bus does not support.`);
        return arn;
      }),
    }));

const eventOf = (entry: Readonly<Record<string, unknown>>) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': text(entry['DetailType']) ?? '',
  source: text(entry['Source']) ?? '',
  account: LOCAL_ACCOUNT_ID,
  time: new Date().toISOString(),
  region: LOCAL_REGION,
  resources: Array.isArray(entry['Resources']) ? entry['Resources'] : [],
  detail: JSON.parse(text(entry['Detail']) ?? '{}') as unknown,
});
