import {
  ApiGatewayManagementApiClient,
  ApiGatewayManagementApiServiceException,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { lazyClient } from './lazy-client.ts';

/** Three attempts only, because a browser is waiting; after a failure it reconnects. */
const MAX_ATTEMPTS = 3;
const GONE = 410;

const makeClient = () =>
  lazyClient(
    'REALTIME_ENDPOINT',
    (options) =>
      new ApiGatewayManagementApiClient({ ...options, maxAttempts: MAX_ATTEMPTS, cacheMiddleware: true }),
  );
const posting = makeClient();
/**
 * Uses HTTP connections of its own. If unresponsive browsers occupy all others, closing their WebSocket connections
 * is what frees those.
 */
const closing = makeClient();

/** Sends a frame to a WebSocket connection. Passes no options per call, which saves a fifth of the call's CPU time. */
export const postToConnection = async (socketId: string, frame: Uint8Array): Promise<void> => {
  await posting().send(new PostToConnectionCommand({ ConnectionId: socketId, Data: frame }));
};

/** Closes a WebSocket connection. */
export const deleteConnection = async (socketId: string): Promise<void> => {
  await closing().send(new DeleteConnectionCommand({ ConnectionId: socketId }));
};

/** Whether a call failed because the WebSocket connection no longer exists. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiGatewayManagementApiServiceException && error.$metadata.httpStatusCode === GONE;
