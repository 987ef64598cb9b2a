import { askOutside, OUTSIDE_RULES, type OutsideRules } from '@prosa/functions/platform/fetch-outside.ts';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { DEFAULT_CONNECTION_CONFIG } from 'baileys';

/** A version in WhatsApp Web's format, e.g. 2.3000.1043857760. */
export type ClientVersion = readonly [number, number, number];

/** Returns the version of WhatsApp Web that WhatsApp currently serves. Throws if it cannot be read. */
export type FetchClientVersion = () => Promise<ClientVersion>;

/** The script that WhatsApp's own page runs; it names the revision that it was built from. */
const SCRIPT_URL = 'https://web.whatsapp.com/sw.js';
const SCRIPT_LIMITS = { maxBytes: 4 * 1024 * 1024, timeoutMs: 10_000 };
/** The script is served only to browsers. */
const BROWSER_HEADERS = {
  'sec-fetch-site': 'none',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
};
/** All revisions begin with these; the second number changes once in years. */
const PRIMARY = 2;
const SECONDARY = 3000;
const REVISION = /\\?"client_revision\\?":\s*(\d{6,10})\b/;
/** The protocol stores revisions in 32 bits. */
const MAX_REVISION = 2 ** 32 - 1;
const OK = 200;
/** Interval between two fetches; another fetch would not help a version that is refused as well. */
const FETCH_EVERY_MS = 60 * 60_000;

/** Returns the version named in WhatsApp's script; undefined if there is none. */
export const versionInScript = (script: string): ClientVersion | undefined => {
  const revision = Number(REVISION.exec(script)?.[1]);
  return Number.isSafeInteger(revision) && revision <= MAX_REVISION
    ? [PRIMARY, SECONDARY, revision]
    : undefined;
};

/**
 * Fetches the current version from WhatsApp, in one call to one host without redirects. `url` and `rules` are for
 * tests.
 */
export const fetchClientVersion =
  (url = SCRIPT_URL, rules: OutsideRules = OUTSIDE_RULES): FetchClientVersion =>
  async () => {
    const { status, bytes } = await askOutside(url, { headers: BROWSER_HEADERS }, SCRIPT_LIMITS, rules);
    const version = status === OK ? versionInScript(Buffer.from(bytes).toString('utf8')) : undefined;
    if (version === undefined) throw new Error(`WhatsApp names no version: status ${status}`);
    return version;
  };

const isNewer = (a: ClientVersion, b: ClientVersion): boolean => {
  const index = a.findIndex((part, at) => part !== b[at]);
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0);
};

/** The version of WhatsApp Web that all connections of a host report. Lives as long as the process. */
export class WebVersion {
  private version: ClientVersion;
  private readonly fetchCurrent: FetchClientVersion | undefined;
  private fetching: Promise<void> | undefined;
  private fetchedMs = Number.NEGATIVE_INFINITY;

  /** Starts with Baileys' version if none is given; without `fetchCurrent` it never changes. */
  constructor(version?: ClientVersion, fetchCurrent?: FetchClientVersion) {
    this.version = version ?? DEFAULT_CONNECTION_CONFIG.version;
    this.fetchCurrent = fetchCurrent;
  }

  get current(): ClientVersion {
    return this.version;
  }

  /**
   * Whether there is a newer version than the one refused as outdated. Fetches the current version, at most once an
   * hour for all connections together.
   */
  async isNewerThan(refused: ClientVersion): Promise<boolean> {
    if (!isNewer(this.version, refused)) {
      this.fetching ??= this.renew().finally(() => {
        this.fetching = undefined;
      });
      await this.fetching;
    }
    return isNewer(this.version, refused);
  }

  private async renew(): Promise<void> {
    const nowMs = performance.now();
    if (this.fetchCurrent === undefined || nowMs - this.fetchedMs < FETCH_EVERY_MS) return;
    this.fetchedMs = nowMs;
    try {
      const current = await this.fetchCurrent();
      if (!isNewer(current, this.version)) return;
      this.version = current;
      log.warn('WhatsApp refuses the version of this release: its current one is tried', {
        version: current.join('.'),
      });
    } catch (error) {
      log.warn('the current version of WhatsApp Web is not known', errorFields(error));
    }
  }
}
