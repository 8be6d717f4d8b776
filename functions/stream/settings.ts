/** Timings and limits of streams; tests use smaller values. */
export interface StreamSettings {
  /** A comment is sent after this time without events [STR-08]. */
  readonly keepAliveMs: number;
  /** A stream ends after this time, plus or minus 5 %, so that clients do not all reconnect together [STR-09]. */
  readonly lifetimeMs: number;
  /** Interval between two checks of the API keys [LIM-11]. */
  readonly authorizationMs: number;
  /** Interval at which a log is read if no wake-up reports a new entry. */
  readonly pollMs: number;
  /** A reader with more unsent bytes than this leaves the shared tail (`tail.ts`) and reads the log at the speed of its client. */
  readonly pendingBytes: number;
  /** A connection is closed if its client reads nothing for this time [STR-10]. */
  readonly stallMs: number;
  /** Time that a client has to read the last frames after the stream has ended. */
  readonly graceMs: number;
  /** Limit of connections of this process. */
  readonly connections: number;
  /** Limit of connections per account and mode. */
  readonly connectionsPerTenant: number;
}

/** Timings and limits of downloads. */
export interface DownloadSettings extends Pick<StreamSettings, 'keepAliveMs' | 'authorizationMs' | 'stallMs'> {
  /** Limit of downloads of this process. */
  readonly downloads: number;
  /** Limit of downloads per account and mode. */
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
