import * as z from 'zod';
import type { ClientVersion } from './socket/web-version.ts';

const LOOPBACK = /^https?:\/\/127\.0\.0\.1:\d+$|^ws:\/\/127\.0\.0\.1:\d+\//;

const environmentSchema = z.object({
  SESSION_SHARD: z.coerce.number().int().nonnegative().default(0),
  WHATSAPP: z.enum(['sandbox', 'live']).default('live'),
  /** Socket address in the sandbox, with `{companyId}` and `{connectionId}`. */
  WHATSAPP_WS_URL: z.string().regex(LOOPBACK).optional(),
  /** Raised where WhatsApp refuses the version that came with the release; empty for that one. */
  WHATSAPP_VERSION: z
    .string()
    .regex(/^(\d+\.\d+\.\d+)?$/)
    .default(''),
  CONTROL_PORT: z.coerce.number().int().nonnegative().default(8080),
  /** All addresses inside a container, whose health check comes from inside too. */
  CONTROL_ADDRESS: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data/session-host'),
  LEASE_MS: z.coerce.number().int().min(500).optional(),
  /** `off` measures what the write-ahead log saves. */
  WRITE_AHEAD_LOG: z.enum(['on', 'off']).default('on'),
});

export interface Settings {
  shard: number;
  controlPort: number;
  controlAddress: string;
  dataDir: string;
  leaseMs: number | undefined;
  walEnabled: boolean;
  /** Undefined tells the version that Baileys came with. */
  version: ClientVersion | undefined;
  /** Undefined connects to WhatsApp. */
  sandbox: { socketUrl: string; mediaOrigin: string } | undefined;
}

/** The process's settings; throws with the variable's name where one does not fit. */
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
  // Media servers of the sandbox are on the port of its sockets.
  const { host } = new URL(socketUrl);
  return { socketUrl, mediaOrigin: `http://${host}` };
};
