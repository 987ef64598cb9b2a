import diagnosticsChannel from 'node:diagnostics_channel';
import * as z from 'zod';

const WRITES = /^DynamoDB_20120810\.(Put|Update|Delete|TransactWrite|BatchWrite)/;
const CHANNEL = 'http.client.response.finish';
const messageSchema = z.object({ request: z.custom<{ getHeader(name: string): unknown }>() });

/** Calls back after every answered write of this process to the table; the returned function stops that. */
export const watchTableWrites = (onWrite: () => void): (() => void) => {
  const listener = (message: unknown) => {
    const { request } = messageSchema.parse(message);
    const target = request.getHeader('x-amz-target');
    if (typeof target === 'string' && WRITES.test(target)) onWrite();
  };
  diagnosticsChannel.subscribe(CHANNEL, listener);
  return () => diagnosticsChannel.unsubscribe(CHANNEL, listener);
};
