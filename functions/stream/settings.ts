/** How long things take and how much a connection may hold; tests give smaller numbers. */
export interface StreamSettings {
  /** A comment line goes out when nothing else did for this long [STR-08]. */
  readonly keepAliveMs: number;
  /** A stream ends itself after this, give or take a twentieth, so that not all of them come back at once [STR-09]. */
  readonly lifetimeMs: number;
  /** Between two looks at whether the keys still open anything [LIM-11]. */
  readonly authorizationMs: number;
  /** A log is read this often even when nobody says that something happened. */
  readonly pollMs: number;
  /** A reader with more than this unsent leaves the live tail and reads the log at its own pace. */
  readonly pendingBytes: number;
  /** A reader that took nothing for this long is given up [STR-10]. */
  readonly stallMs: number;
  /** What a connection that was instructed to end may still take to read its last lines. */
  readonly graceMs: number;
  readonly connections: number;
  /** Connections of one account and mode, so that none takes the whole process. */
  readonly connectionsPerTenant: number;
}

/** The same of documents that take long to send. */
export interface DownloadSettings extends Pick<StreamSettings, 'keepAliveMs' | 'authorizationMs' | 'stallMs'> {
  readonly downloads: number;
  /** Of one account and mode. */
  readonly downloadsPerTenant: number;
}

export const STREAM_SETTINGS: StreamSettings = {
  keepAliveMs: 15_000,
  lifetimeMs: 3_600_000,
  authorizationMs: 30_000,
  pollMs: 5_000,
  pendingBytes: 256 * 1024,
  stallMs: 30_000,
  graceMs: 3_000,
  connections: 1_000,
  connectionsPerTenant: 250,
};

export const DOWNLOAD_SETTINGS: DownloadSettings = {
  keepAliveMs: STREAM_SETTINGS.keepAliveMs,
  authorizationMs: STREAM_SETTINGS.authorizationMs,
  stallMs: STREAM_SETTINGS.stallMs,
  downloads: 8,
  downloadsPerTenant: 2,
};
