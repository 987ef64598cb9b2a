import type { WebSocketEvent } from '@prosa/functions/ws/web-socket-event.ts';

/** Builds the event that API Gateway sends when a WebSocket connection opens, closes or sends a frame. */
export const socketEvent = (
  routeKey: '$connect' | '$disconnect' | '$default',
  connectionId: string,
  extra: Pick<WebSocketEvent, 'body' | 'headers' | 'queryStringParameters'> = {},
): WebSocketEvent => ({
  isBase64Encoded: false,
  requestContext: {
    routeKey,
    messageId: '',
    eventType: routeKey === '$connect' ? 'CONNECT' : routeKey === '$disconnect' ? 'DISCONNECT' : 'MESSAGE',
    extendedRequestId: '',
    requestTime: '',
    messageDirection: 'IN',
    stage: 'prod',
    connectedAt: 0,
    requestTimeEpoch: 0,
    requestId: 'r',
    domainName: 'localhost',
    connectionId,
    apiId: 'local',
  },
  ...extra,
});
