import { atLeast, columns, type Finding, shortNumber } from '../../verdict.ts';
import { quantileOfSorted } from '../simulate.ts';
import { DELIVERY_SHAPES, type DeliverySettings, type DeployedDeliveries, deliverySettingsWith } from './settings.ts';
import { type DeliveryOutcome, simulateDeliveries } from './simulate.ts';

const SEED = 1;
/** Minimum deliveries per second of a deployment: five times as many as with one account per execution of the delivery worker. */
const PER_SECOND_BUDGET = 2500;

interface Simulated {
  readonly name: string;
  readonly batchSize: number;
  readonly outcome: DeliveryOutcome;
}

/** Milliseconds until the first delivery of an account, over all accounts, earliest first. */
const firstPostsOf = ({ accounts }: DeliveryOutcome): Float64Array =>
  Float64Array.from(accounts.map(({ firstPostedMs }) => firstPostedMs ?? Number.POSITIVE_INFINITY)).sort();

const rowOf = ({ name, batchSize, outcome }: Simulated): readonly string[] => [
  name,
  String(batchSize),
  shortNumber(outcome.perSecond),
  shortNumber(outcome.drainedMs / 1000),
  shortNumber(quantileOfSorted(firstPostsOf(outcome), 0.5) / 1000),
  String(outcome.executions),
];

const whatOf = (name: string, { receiverMs }: DeliverySettings): string =>
  `simulated: ${name}, deliveries per second, ${receiverMs} ms receivers`;

/** Builds the finding that compares the simulated deliveries per second with the budget. */
export const findingOf = (name: string, settings: DeliverySettings, { perSecond }: DeliveryOutcome): Finding =>
  atLeast(whatOf(name, settings), perSecond, PER_SECOND_BUDGET);

/** Simulates the webhook deliveries of many accounts, with the batch size of the CDK templates and with a batch size of 1. */
export const measureDeliveries = (values: DeployedDeliveries) => {
  const settings = deliverySettingsWith(values);
  const simulated = Object.entries(DELIVERY_SHAPES).flatMap(([name, shape]) =>
    [settings.batchSize, 1].map((batchSize): Simulated => {
      const outcome = simulateDeliveries(shape, { ...settings, batchSize }, SEED);
      return { name, batchSize, outcome };
    }),
  );
  const findings = simulated.map(({ name, batchSize, outcome }): Finding => {
    if (batchSize !== 1) return findingOf(name, settings, outcome);
    const what = `${whatOf(name, settings)}, one account per execution`;
    return { what, value: shortNumber(outcome.perSecond), budget: '', verdict: 'info' };
  });
  const detail = columns([
    ['deliveries', 'accounts per execution', 'per second', 'drained after s', 'first delivery, p50 s', 'executions'],
    ...simulated.map(rowOf),
  ]);
  const data = simulated.map(({ name, batchSize, outcome: { perSecond, drainedMs } }) => ({ name, batchSize, perSecond, drainedMs }));
  return { findings, detail, data };
};
