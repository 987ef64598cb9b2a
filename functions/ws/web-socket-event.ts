import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';

/** An event of API Gateway. Only `$connect` has the handshake's headers and query. */
export interface WebSocketEvent
  extends Omit<APIGatewayProxyWebsocketEventV2, 'headers' | 'queryStringParameters'> {
  headers?: Record<string, string | undefined>;
  queryStringParameters?: Record<string, string | undefined> | null;
}

export interface WebSocketReply {
  statusCode: 200 | 400 | 401 | 403 | 404 | 410 | 413 | 429 | 500;
}

export interface WebSocketPorts {
  nowMs: number;
  /** Closes a WebSocket connection whose row is gone. */
  close: (socketId: string) => Promise<void>;
}
