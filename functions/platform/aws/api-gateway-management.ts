import {
  ApiGatewayManagementApiClient,
  ApiGatewayManagementApiServiceException,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { lazyClient } from './lazy-client.ts';

/** Browsers wait: what three tries do not bring, a reconnect does. */
const MAX_ATTEMPTS = 3;
const GONE = 410;

const makeClient = () =>
  lazyClient(
    'REALTIME_ENDPOINT',
    (options) =>
      new ApiGatewayManagementApiClient({ ...options, maxAttempts: MAX_ATTEMPTS, cacheMiddleware: true }),
  );
const posting = makeClient();
/** Over connections of its own: where browsers that do not listen hold all others, closing them is what frees those. */
const closing = makeClient();

/** Sends a frame to a socket of the live channel. Without options of its own a call costs a fifth less. */
export const postToConnection = async (socketId: string, frame: Uint8Array): Promise<void> => {
  await posting().send(new PostToConnectionCommand({ ConnectionId: socketId, Data: frame }));
};

/** Closes a socket of the live channel. */
export const deleteConnection = async (socketId: string): Promise<void> => {
  await closing().send(new DeleteConnectionCommand({ ConnectionId: socketId }));
};

/** Whether a call failed because there is no such socket any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiGatewayManagementApiServiceException && error.$metadata.httpStatusCode === GONE;
