import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import * as v from 'valibot';
import { buildApp } from '../../infra/app.ts';
import { type DeploymentConfig, readConfig } from '../../infra/config.ts';
import { FILES_WITHOUT_OPERATION } from '../../infra/unrouted.ts';
import { apiKey, defineOperation, type Operation } from '../../shared/api/operation.ts';
import {
  type EntryPoint,
  functionIdOf,
  isConsoleOperation,
  isStreaming,
  type LoadedOperation,
  loadOperations,
} from '../../shared/api/registry.ts';
import { type Resource, resourcesOf } from './templates.ts';

/** One placeholder for every bundle: templates do not depend on the code of functions. */
const placeholder = mkdtempSync(join(tmpdir(), 'billing-infra-'));
mkdirSync(join(placeholder, 'code'));
writeFileSync(join(placeholder, 'code', 'index.mjs'), 'export const handler = async () => {};\n');
writeFileSync(join(placeholder, 'code', 'Dockerfile'), 'FROM scratch\n');
process.on('exit', () => rmSync(placeholder, { recursive: true, force: true }));

const bundleOf = (): string => join(placeholder, 'code');
const loadedOperation = (file: string, operation: Operation): LoadedOperation => ({ file, functionId: functionIdOf(file), operation });
const widgetId = { pattern: /^wid_/, what: 'widget' };

/** A read operation and a write operation with an API key, and a page that requires no credential. */
export const SAMPLE_OPERATIONS: readonly LoadedOperation[] = [
  loadedOperation(
    'functions/widgets/retrieve.ts',
    defineOperation({
      id: 'widgets.retrieve',
      method: 'GET',
      path: '/v1/widgets/{widget_id}',
      summary: 'Retrieve a widget',
      auth: apiKey('products:read'),
      profile: 'read',
      params: { widget_id: widgetId },
      query: null,
      body: null,
      response: v.strictObject({ id: v.string() }),
      errors: [],
    }),
  ),
  loadedOperation(
    'functions/widgets/create.ts',
    defineOperation({
      id: 'widgets.create',
      method: 'POST',
      path: '/v1/widgets',
      summary: 'Create a widget',
      auth: apiKey('products:write'),
      profile: 'write',
      uses: ['endpoint-secret', 'webhook-delivery', 'clock-advance'],
      params: {},
      query: null,
      body: null,
      response: v.strictObject({ id: v.string() }),
      errors: [],
    }),
  ),
  loadedOperation(
    'functions/hosted/page.ts',
    defineOperation({
      id: 'hosted.page',
      method: 'GET',
      path: '/checkout/{widget_id}',
      summary: 'A page',
      auth: { kind: 'none' },
      profile: 'write',
      params: { widget_id: widgetId },
      query: null,
      body: null,
      response: 'html',
      errors: [],
    }),
  ),
];

/** An operation with a streaming response. */
export const STREAMING_OPERATION: LoadedOperation = loadedOperation(
  'functions/stream/widgets.ts',
  defineOperation({
    id: 'widgets.stream',
    method: 'GET',
    path: '/v1/widgets/stream',
    summary: 'Follow widgets',
    auth: apiKey('products:read'),
    profile: 'read',
    uses: ['log-gaps'],
    runs: 'stream-process',
    params: {},
    query: null,
    body: null,
    response: 'event-stream',
    errors: [],
  }),
);

/** An operation that reads the country of the caller's IP address. */
export const COUNTRY_OPERATION: LoadedOperation = loadedOperation(
  'functions/hosted/pay.ts',
  defineOperation({
    id: 'hosted.pay',
    method: 'POST',
    path: '/checkout/{account_id}/{widget_id}/pay',
    summary: 'Pay on a page',
    readsCountry: true,
    auth: { kind: 'none' },
    profile: 'provider',
    params: { account_id: { pattern: /^acct_/, what: 'account' }, widget_id: widgetId },
    query: null,
    body: null,
    response: 'html',
    errors: [],
  }),
);

const entryPoint = (file: string): EntryPoint => ({ file, functionId: functionIdOf(file) });

export const entryPointsOf = (operations: readonly LoadedOperation[]): readonly EntryPoint[] => [
  ...operations.filter((each) => !isStreaming(each)).map(({ file }) => entryPoint(file)),
  ...FILES_WITHOUT_OPERATION.map(entryPoint),
];

const streamingIdsOf = (operations: readonly LoadedOperation[]): readonly string[] =>
  operations.filter(isStreaming).map(({ operation }) => operation.id);

export const configWith = (settings: Readonly<Record<string, unknown>> = {}): DeploymentConfig => readConfig((name) => settings[name]);

/** The settings that every stage except `dev` must set, each empty or off. */
const REQUIRED_SETTINGS = { account: null, region: null, domainName: null, mailSender: null, edge: false, stream: false };

/** Builds the app of these operations and settings, without synthesizing it. `outdir`: see `BuildAppInput`. */
export const sampleApp = (
  settings: Readonly<Record<string, unknown>> = {},
  operations: readonly LoadedOperation[] = SAMPLE_OPERATIONS,
  outdir?: string,
): App =>
  buildApp({
    operations,
    entries: entryPointsOf(operations),
    streamingOperationIds: streamingIdsOf(operations),
    config: configWith({ ...REQUIRED_SETTINGS, ...settings }),
    bundleOf,
    ...(outdir === undefined ? {} : { outdir }),
  });

let synthesized: readonly Resource[] | undefined;

/** Returns the resources of the sample app with default settings; synthesized once. */
export const sampleResources = (): readonly Resource[] => {
  synthesized ??= resourcesOf(sampleApp());
  return synthesized;
};

const operations = await loadOperations();
let serviceResources: readonly Resource[] | undefined;

/** Builds the app of the whole service with these settings, without synthesizing it. */
export const realApp = (settings: Readonly<Record<string, unknown>>): App => sampleApp(settings, operations);

const stackAndServicesOf = (each: LoadedOperation): string =>
  JSON.stringify([isConsoleOperation(each), isStreaming(each), [...(each.operation.uses ?? [])].sort()]);

/**
 * Builds the app of a part of the service. If several operations of a stack use the same services, the app contains only one of them. Its
 * stacks import the same resources as the stacks of the whole service, and take less time to synthesize.
 */
export const reducedServiceApp = (settings: Readonly<Record<string, unknown>>): App =>
  sampleApp(settings, [...new Map(operations.map((each) => [stackAndServicesOf(each), each])).values()]);

/** Returns the resources of the whole service, including the stream; synthesized once. */
export const realResources = (): readonly Resource[] => {
  serviceResources ??= resourcesOf(realApp({ stream: 'on' }));
  return serviceResources;
};
