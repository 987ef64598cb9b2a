import * as z from 'zod';
import type { ClientVersion } from './socket/web-version.ts';

const LOOPBACK = /^https?:\/\/127\.0\.0\.1:\d+$|^ws:\/\/127\.0\.0\.1:\d+\//;

const environmentSchema = z.object({
  SESSION_SHARD: z.coerce.number().int().nonnegative().default(0),
  WHATSAPP: z.enum(['sandbox', 'live']).default('live'),
  /** URL of the sandbox's WhatsApp socket, with `{companyId}` and `{connectionId}`. */
  WHATSAPP_WS_URL: z.string().regex(LOOPBACK).optional(),
  /** Set to a newer version if WhatsApp refuses the version of the release; empty for the release's version. */
  WHATSAPP_VERSION: z
    .string()
    .regex(/^(\d+\.\d+\.\d+)?$/)
    .default(''),
  CONTROL_PORT: z.coerce.number().int().nonnegative().default(8080),
  /** All addresses inside a container; its health check also runs inside. */
  CONTROL_ADDRESS: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data/session-host'),
  LEASE_MS: z.coerce.number().int().min(500).optional(),
  /** `off` switches the write-ahead log off, to measure its cost. */
  WRITE_AHEAD_LOG: z.enum(['on', 'off']).default('on'),
});

export interface Settings {
  shard: number;
  controlPort: number;
  controlAddress: string;
  dataDir: string;
  leaseMs: number | undefined;
  walEnabled: boolean;
  /** Undefined reports Baileys' own version. */
  version: ClientVersion | undefined;
  /** Undefined connects to WhatsApp. */
  sandbox: { socketUrl: string; mediaOrigin: string } | undefined;
}

/** Returns the process's settings; throws with the variable's name if a value is invalid. */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const env = environmentSchema.parse(environment);
  return {
    shard: env.SESSION_SHARD,
    controlPort: env.CONTROL_PORT,
    controlAddress: env.CONTROL_ADDRESS,
    dataDir: env.DATA_DIR,
    leaseMs: env.LEASE_MS,
    walEnabled: env.WRITE_AHEAD_LOG === 'on',
    version: versionOf(env.WHATSAPP_VERSION),
    sandbox: env.WHATSAPP === 'live' ? undefined : sandboxOf(env.WHATSAPP_WS_URL),
  };
};

const versionOf = (text: string): ClientVersion | undefined => {
  const [primary, secondary, tertiary] = text.split('.').map(Number);
  return primary === undefined || secondary === undefined || tertiary === undefined
    ? undefined
    : [primary, secondary, tertiary];
};

const sandboxOf = (socketUrl: string | undefined) => {
  if (socketUrl === undefined) throw new Error('WHATSAPP_WS_URL is not set');
  // The sandbox's media servers are on the port of its sockets.
  const { host } = new URL(socketUrl);
  return { socketUrl, mediaOrigin: `http://${host}` };
};
