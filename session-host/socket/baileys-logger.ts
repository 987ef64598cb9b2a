import { log } from '@prosa/functions/platform/log.ts';
import type { ILogger } from 'baileys/lib/Utils/logger.js';
import type { ConnectionRef } from '../connections/ports.ts';

/** A WhatsApp session that cannot decrypt logs thousands of lines a minute; the first ones are enough. */
const MAX_LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const NOTHING = () => undefined;
/**
 * Messages that the host handles and logs in its own words: ends of streams, refused sends, a name that we never set.
 */
const DEALT_WITH = new Set([
  'stream errored out',
  'received error in ack',
  'no name present, ignoring presence update request...',
]);

/** Returns Baileys' logger: its messages without their objects, which contain phone numbers and texts. */
export const baileysLogger = (ref: ConnectionRef): ILogger => {
  let windowStart = 0;
  let lines = 0;
  const write = (level: 'warn' | 'error') => (detail: unknown, message?: string) => {
    const text = message ?? (typeof detail === 'string' ? detail : 'no message');
    if (DEALT_WITH.has(text)) return;
    const now = performance.now();
    if (now - windowStart > MINUTE_MS) {
      windowStart = now;
      lines = 0;
    }
    lines += 1;
    if (lines > MAX_LINES_A_MINUTE) return;
    log[level]('baileys', { ...ref, detail: text.slice(0, 200), suppressing: lines === MAX_LINES_A_MINUTE });
  };
  const logger: ILogger = {
    level: 'warn',
    child: () => logger,
    trace: NOTHING,
    debug: NOTHING,
    info: NOTHING,
    warn: write('warn'),
    error: write('error'),
  };
  return logger;
};
