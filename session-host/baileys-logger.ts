import { log } from '@prosa/functions/platform/log.ts';
import type { ILogger } from 'baileys/lib/Utils/logger.js';
import type { ConnectionRef } from './ports.ts';

/** A session that cannot decrypt logs thousands of lines a minute; the first ones tell all. */
const MAX_LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const NOTHING = () => undefined;

/** Baileys' logger: its messages without their objects, which carry people's numbers and texts. */
export const baileysLogger = (ref: ConnectionRef): ILogger => {
  let windowStart = 0;
  let lines = 0;
  const write = (level: 'warn' | 'error') => (detail: unknown, message?: string) => {
    const now = performance.now();
    if (now - windowStart > MINUTE_MS) {
      windowStart = now;
      lines = 0;
    }
    lines += 1;
    if (lines > MAX_LINES_A_MINUTE) return;
    const text = message ?? (typeof detail === 'string' ? detail : 'no message');
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
