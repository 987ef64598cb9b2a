import { systemClock } from '../platform/clock.ts';
import { errorFields, log, withLogFields } from '../platform/log.ts';
import { closeSocket } from '../platform/realtime/close-socket.ts';
import { connect } from './connect.ts';
import { disconnect } from './disconnect.ts';
import { receiveFrame } from './receive-frame.ts';
import type { WebSocketEvent, WebSocketReply } from './web-socket-event.ts';

const route = (event: WebSocketEvent): Promise<WebSocketReply> => {
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

/** The live channel's side of API Gateway. Nothing of an event is logged: the handshake's query is a secret. */
export const handler = (event: WebSocketEvent): Promise<WebSocketReply> =>
  withLogFields(
    { requestId: event.requestContext.requestId, route: event.requestContext.routeKey },
    async (): Promise<WebSocketReply> => {
      try {
        return await route(event);
      } catch (error) {
        log.error('the live channel failed', errorFields(error));
        return { statusCode: 500 };
      }
    },
  );
