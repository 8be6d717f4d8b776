import { describe, expect, it } from 'vitest';
import { sampleResources } from '../deployment.ts';
import { ofType, type Resource, statementsOf, textOf } from '../templates.ts';

const resources = sampleResources();
const functions = ofType(resources, 'AWS::Lambda::Function');
const queues = ofType(resources, 'AWS::SQS::Queue');

/** True when the value speaks of the resource, in its own stack by reference or from another stack by its export. */
const names = (value: unknown, { id }: Resource): boolean =>
  new RegExp(`\\b(ExportsOutput\\w*)?${id}(Arn|[0-9A-F]{8}|\\b)`).test(textOf(value));

const fileOf = ({ metadata }: Resource): string => String(metadata['billing:entry']);

/** The queues that a function may send to. */
const sendsTo = (source: Resource): readonly Resource[] => {
  const allowed = statementsOf(resources)
    .filter(
      ({ role, actions }) => role.stack === source.stack && names(source.properties.Role, role) && actions.includes('sqs:SendMessage'),
    )
    .flatMap((statement) => statement.resources);
  return queues.filter((queue) => allowed.some((resource) => names(resource, queue)));
};

/** The functions that a queue feeds. */
const feeds = (queue: Resource): readonly Resource[] => {
  const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping').filter(({ properties }) => names(properties.EventSourceArn, queue));
  return functions.filter((each) => mappings.some(({ properties, stack }) => stack === each.stack && names(properties.FunctionName, each)));
};

const next = (source: Resource): readonly Resource[] => sendsTo(source).flatMap(feeds);

/** Whether a message that the function sends may come back to it, over whatever other functions. */
const isInLoop = (source: Resource): boolean => {
  const seen = new Set<Resource>();
  const open = [...next(source)];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each === source) return true;
    if (seen.has(each)) continue;
    seen.add(each);
    open.push(...next(each));
  }
  return false;
};

describe('loops over queues', () => {
  it('are seen by this test: who may send where, and whom that wakes', () => {
    const by = (file: string): readonly string[] => {
      const [source] = functions.filter((each) => fileOf(each) === file);
      return source === undefined ? [] : next(source).map(fileOf).sort();
    };
    expect(by('functions/workers/webhook-fanout.ts')).toEqual(['functions/workers/webhook-delivery.ts']);
    expect(by('functions/workers/webhook-delivery.ts')).toEqual(['functions/workers/mail.ts', 'functions/workers/webhook-delivery.ts']);
    expect(by('functions/workers/mail-orders.ts')).toEqual(['functions/workers/mail.ts']);
    expect(by('functions/schedules/sweep.ts')).toEqual([
      'functions/workers/customer-import.ts',
      'functions/workers/due-work.ts',
      'functions/workers/mail.ts',
      'functions/workers/webhook-delivery.ts',
    ]);
  });

  it('are allowed where they are meant, since Lambda ends others after 16 rounds', () => {
    const allowed = functions.filter(({ properties }) => properties.RecursiveLoop === 'Allow');
    expect(allowed.map(fileOf)).toEqual(functions.filter(isInLoop).map(fileOf));
    expect(functions.filter(isInLoop).map(fileOf).sort()).toEqual([
      'functions/workers/mail.ts',
      'functions/workers/provider-webhook.ts',
      'functions/workers/webhook-delivery.ts',
    ]);
  });
});
