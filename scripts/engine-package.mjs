/** The native DynamoDB engine as npm carries it: a package for each platform. */

const PACKAGES = new Map([
  ['linux-x64', '@dynoxide/linux-x64'],
  ['linux-arm64', '@dynoxide/linux-arm64'],
  ['darwin-x64', '@dynoxide/darwin-x64'],
  ['darwin-arm64', '@dynoxide/darwin-arm64'],
  ['win32-x64', '@dynoxide/win32-x64'],
]);

/** Below `node_modules`: where the package is on a platform that the lock file does not name it for. */
export const ENGINE_FOLDER = '.engine';

/**
 * The package with the engine for a platform, in Node's own texts for platform and processor; `null` when there is none.
 *
 * @param {string} platform
 * @param {string} arch
 * @returns {string | null}
 */
export const enginePackage = (platform, arch) => PACKAGES.get(`${platform}-${arch}`) ?? null;

/**
 * The file in that package which is the engine.
 *
 * @param {string} platform
 */
export const engineFile = (platform) => (platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
