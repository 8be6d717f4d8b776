import { suggestion } from '../../platform/suggestion.ts';
import { transportOf } from '../transport.ts';
import type { Entry } from '../types.ts';
import { createScenarioContext, pollUntil, type ScenarioSettings } from './scenario-context.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { CommandLineError } from './usage.ts';

const TEST_KEY = 'svc_test_';

const unknownType = (type: string): CommandLineError => {
  const types = Object.keys(SCENARIOS);
  return new CommandLineError(`Unknown event type ${type}.${suggestion(type, types) || ` Event types: ${types.join(', ')}.`}`);
};

/** Returns the scenario of an event type. Throws `CommandLineError` if the type is unknown or the key is not a test key. */
export const scenarioOf = (type: string, key: string): Scenario => {
  const scenario = SCENARIOS[type];
  if (scenario === undefined) throw unknownType(type);
  if (!key.startsWith(TEST_KEY)) throw new CommandLineError('Events can only be triggered in test mode. Use a test key.');
  return scenario;
};

/** Runs the scenario of an event type, and returns the newest event of this type. */
export const trigger = async (type: string, scenario: Scenario, settings: ScenarioSettings): Promise<Entry<'events.list'>> => {
  const context = createScenarioContext(transportOf(settings), settings);
  const fetchNewest = async (): Promise<Entry<'events.list'> | null> =>
    (await context.billing.events.list({ limit: 1, type: [type] })).data[0] ?? null;
  const before = await fetchNewest();
  await scenario(context);
  return pollUntil(`the event ${type}`, async () => {
    const event = await fetchNewest();
    return event === null || event.id === before?.id ? null : event;
  });
};
