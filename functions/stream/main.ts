import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import { clock, openTable } from '../../shared/runtime/services.ts';
import { openDownloads } from './downloads.ts';
import { openHub } from './hub.ts';
import { SERVED_OPERATIONS } from './served.ts';
import { startServer } from './server.ts';
import { DOWNLOAD_SETTINGS, STREAM_SETTINGS, type StreamSettings } from './settings.ts';
import { tableSource } from './source.ts';
import { listenForWakeUps, type WakeUps } from './wake-ups.ts';

/**
 * The stream process: serves event streams and exports. On SIGTERM, it tells every client to reconnect and ends within a few seconds. If a
 * parent process opened an IPC channel, the stream process sends its port over the channel, and ends when the channel closes.
 */

const numberFrom = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);

const readSettings = (): StreamSettings => ({
  ...STREAM_SETTINGS,
  authorizationMs: numberFrom('STREAM_CHECK_SECONDS', STREAM_SETTINGS.authorizationMs / 1000) * 1000,
});

const queueUrls = (): readonly string[] => (process.env['WAKE_QUEUE_URLS'] ?? '').split(',').filter((url) => url !== '');

const listen = async (wake: Parameters<typeof listenForWakeUps>[0]['wake']): Promise<WakeUps | null> => {
  if (queueUrls().length === 0) return null;
  const { awsWakeQueues } = await import('../../shared/ports/aws-wake-queues.ts');
  return listenForWakeUps({ table: openTable(), queues: awsWakeQueues(), queueUrls: queueUrls(), nowMs: clock.nowMs, wake });
};

const run = async (): Promise<void> => {
  const settings = readSettings();
  const source = tableSource(openTable());
  const hub = openHub(source, settings, Math.random);
  const downloads = openDownloads(source.isStillValid, { ...DOWNLOAD_SETTINGS, authorizationMs: settings.authorizationMs });
  const routes = SERVED_OPERATIONS.map(({ operation, handlerOf }) => ({ operation, handler: handlerOf({ hub, source, downloads }) }));
  const server = await startServer({
    port: numberFrom('PORT', 8080),
    host: process.env['HOST'] ?? '0.0.0.0',
    trustedProxies: numberFrom('TRUSTED_PROXIES', 0),
    routes,
  });
  const wakeUps = await listen(hub.wake);
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    server.stopListening();
    logNotice('stream_stopping', { streams: hub.size() });
    downloads.close();
    await Promise.allSettled([hub.close(), wakeUps?.stop()]);
    server.destroy();
    process.exit(0);
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void stop());
  process.on('unhandledRejection', (error) => logError(error, { worker: 'stream' }));
  process.send?.({ port: server.port });
  logNotice('stream_ready', { port: server.port });
};

run().catch((error: unknown) => {
  logError(error, { worker: 'stream' });
  process.exit(1);
});
