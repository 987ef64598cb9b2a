import { AppError } from '@prosa/shared/errors.ts';
import { systemActor } from '../platform/auth/principal.ts';
import { systemClock } from '../platform/clock.ts';
import { createHandler } from '../platform/lambda/create-handler.ts';
import { errorFields, log } from '../platform/log.ts';
import { closeSocket } from '../platform/realtime/close-socket.ts';
import { connect } from './connect.ts';
import { disconnect } from './disconnect.ts';
import { receiveFrame } from './receive-frame.ts';
import type { WebSocketEvent, WebSocketReply } from './web-socket-event.ts';

const route = async (event: WebSocketEvent): Promise<WebSocketReply> => {
  const { routeKey, connectionId } = event.requestContext;
  const nowMs = systemClock.now();
  switch (routeKey) {
    case '$connect':
      return connect(event, nowMs);
    case '$disconnect':
      return disconnect(connectionId);
    default:
      return receiveFrame(connectionId, event.body ?? '', { nowMs, close: closeSocket });
  }
};

/** Lambda handler of the WebSocket API. Events are never logged, because the handshake's query is a secret. */
export const handler = createHandler<WebSocketEvent, WebSocketEvent, WebSocketReply>({
  call: (event) => event,
  logFields: ({ requestContext }) => ({
    requestId: requestContext.requestId,
    route: requestContext.routeKey,
    ...systemActor('live-channel'),
  }),
  use: [
    {
      onError: (failed) => {
        const { error } = failed;
        const isTooMuch = error instanceof AppError && error.code === 'ERR_TOO_MANY_REQUESTS';
        // The handler still answers API Gateway, so the function's own error metric does not count the error; an
        // alarm counts these log lines.
        if (!isTooMuch)
          log.error('the live channel failed', { metric: 'liveChannelFailed', ...errorFields(error) });
        failed.response = { statusCode: isTooMuch ? 429 : 500 };
      },
    },
  ],
  run: route,
});
