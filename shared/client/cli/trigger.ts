import { transportOf } from '../transport.ts';
import type { WebhookEvent } from '../webhooks.ts';
import { awaited, openStage } from './stage.ts';
import { STORIES } from './stories.ts';
import { UsageError } from './usage.ts';

const TEST_KEY = 'svc_test_';

/**
 * Plays the shortest story to an event of the type, in test mode, and gives the first such event of it. Throws where the type is not
 * known, and where the key is not one of test mode.
 */
export const trigger = async (type: string, settings: { readonly key: string; readonly baseUrl: string }): Promise<WebhookEvent> => {
  const story = STORIES[type];
  if (story === undefined) throw new UsageError(`There is no event ${type}. Events: ${Object.keys(STORIES).join(', ')}.`);
  if (!settings.key.startsWith(TEST_KEY)) throw new UsageError('Events are triggered in test mode alone: the key must be a test key.');
  const stage = openStage(transportOf(settings), settings);
  const newest = async (): Promise<WebhookEvent | null> => (await stage.billing.events.list({ limit: 1, type: [type] })).data[0] ?? null;
  const before = await newest();
  await story(stage);
  return awaited(type, async () => {
    const event = await newest();
    return event === null || event.id === before?.id ? null : event;
  });
};
