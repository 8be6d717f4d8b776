import { describe, expect, it } from 'vitest';
import { WORKER_QUEUES } from '../../../shared/domain/due.ts';
import { resourceSettingName } from '../../../shared/platform/environment.ts';
import { sampleResources } from '../deployment.ts';
import { functionIn, ofType, type Resource, statementsOf, textOf } from '../templates.ts';

const resources = sampleResources();
const functions = ofType(resources, 'AWS::Lambda::Function');
const queues = ofType(resources, 'AWS::SQS::Queue');

/** Whether a value refers to the resource: by logical id within the stack, or by the export's name, which contains the id. */
const refersTo = (value: unknown, { id }: Resource): boolean =>
  new RegExp(`\\b(ExportsOutput\\w*)?${id}(Arn|[0-9A-F]{8}|\\b)`).test(textOf(value));

const fileOf = ({ metadata }: Resource): string => String(metadata['billing:entry']);

/** Returns the queues to which a function may send. */
const targetQueuesOf = (source: Resource): readonly Resource[] => {
  const allowed = statementsOf(resources)
    .filter(
      ({ role, actions }) => role.stack === source.stack && refersTo(source.properties.Role, role) && actions.includes('sqs:SendMessage'),
    )
    .flatMap((statement) => statement.resources);
  return queues.filter((queue) => allowed.some((resource) => refersTo(resource, queue)));
};

/** Returns the functions that consume a queue. */
const consumersOf = (queue: Resource): readonly Resource[] => {
  const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping').filter(({ properties }) =>
    refersTo(properties.EventSourceArn, queue),
  );
  return functions.filter((each) =>
    mappings.some(({ properties, stack }) => stack === each.stack && refersTo(properties.FunctionName, each)),
  );
};

/** Returns the functions that receive the messages that a function sends. */
const receiversOf = (source: Resource): readonly Resource[] => targetQueuesOf(source).flatMap(consumersOf);

/** Whether a message that the function sends can return to it, directly or through other functions. */
const isInLoop = (source: Resource): boolean => {
  const visited = new Set<Resource>();
  const unvisited = [...receiversOf(source)];
  for (let each = unvisited.pop(); each !== undefined; each = unvisited.pop()) {
    if (each === source) return true;
    if (visited.has(each)) continue;
    visited.add(each);
    unvisited.push(...receiversOf(each));
  }
  return false;
};

/** Returns the queues whose URL the function reads from its environment by these names. */
const queuesNamed = ({ properties }: Resource, names: readonly string[]): readonly Resource[] => {
  const { Variables } = properties.Environment as { readonly Variables: Readonly<Record<string, unknown>> };
  return queues.filter((queue) => names.some((name) => refersTo(Variables[resourceSettingName(name, 'QUEUE_URL')], queue)));
};

describe('a function that chooses the queue by the kind of work', () => {
  it.each([
    ['functions/schedules/sweep.ts', Object.values(WORKER_QUEUES).flat()],
    ['functions/workers/mail.ts', WORKER_QUEUES.mail],
  ])('may send to each of its queues in `WORKER_QUEUES`, and to no other: %s', (file, names) => {
    const sender = functionIn(resources, file);
    expect(queuesNamed(sender, names)).toHaveLength(names.length);
    expect(targetQueuesOf(sender).map(({ id }) => id)).toEqual(queuesNamed(sender, names).map(({ id }) => id));
  });
});

describe('loops over queues', () => {
  it('are traced from a function to the receivers of its messages, by send permissions and event source mappings', () => {
    const receiversOfFile = (file: string): readonly string[] => {
      const [source] = functions.filter((each) => fileOf(each) === file);
      return source === undefined ? [] : [...new Set(receiversOf(source).map(fileOf))].sort();
    };
    expect(receiversOfFile('functions/workers/webhook-fanout.ts')).toEqual(['functions/workers/webhook-delivery.ts']);
    expect(receiversOfFile('functions/workers/webhook-delivery.ts')).toEqual([
      'functions/workers/mail.ts',
      'functions/workers/webhook-delivery.ts',
    ]);
    expect(receiversOfFile('functions/workers/mail-orders.ts')).toEqual(['functions/workers/mail.ts']);
    expect(receiversOfFile('functions/schedules/sweep.ts')).toEqual([
      'functions/workers/customer-import.ts',
      'functions/workers/due-work.ts',
      'functions/workers/mail.ts',
      'functions/workers/webhook-delivery.ts',
    ]);
  });

  it('are allowed for exactly the functions that need them', () => {
    const allowed = functions.filter(({ properties }) => properties.RecursiveLoop === 'Allow');
    expect(allowed.map(fileOf)).toEqual(functions.filter(isInLoop).map(fileOf));
    expect(functions.filter(isInLoop).map(fileOf).sort()).toEqual([
      'functions/workers/mail.ts',
      'functions/workers/provider-webhook.ts',
      'functions/workers/webhook-delivery.ts',
    ]);
  });
});
