import { afterEach, describe, expect, it } from 'vitest';
import { deleteConnection, isGone, postToConnection } from './api-gateway-management.ts';
import { withLocalRole } from './local-role.ts';
import { type LocalService, serveInside } from './local-services.ts';

/** Nothing listens at this address, so calls to it fail. */
const ENDPOINT = 'http://127.0.0.1:9';
const answer = (statusCode: number) => ({ statusCode, headers: {}, body: new Uint8Array() });
const FRAME = Buffer.from('frame');

describe('a service that this process serves itself', () => {
  let stop = (): void => undefined;
  const serve = (service: LocalService): void => {
    Object.assign(process.env, {
      REALTIME_ENDPOINT: ENDPOINT,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    stop = serveInside(ENDPOINT, service);
  };
  afterEach(() => stop());

  it('receives the call, and its response is returned', async () => {
    const calls: unknown[] = [];
    serve((call) => {
      calls.push(call);
      return answer(200);
    });
    await postToConnection('socket', FRAME);
    expect(calls).toEqual([
      { command: 'PostToConnectionCommand', input: { ConnectionId: 'socket', Data: FRAME } },
    ]);
    stop();
    serve(() => answer(410));
    expect(isGone(await postToConnection('socket', FRAME).catch((error: unknown) => error))).toBe(true);
  });

  it('receives only calls that the role allows', async () => {
    const calls: unknown[] = [];
    serve((call) => {
      calls.push(call);
      return answer(200);
    });
    const role = { name: 'nobody', refuse: () => answer(403) };
    await expect(withLocalRole(role, () => postToConnection('socket', FRAME))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    expect(calls).toEqual([]);
  });

  it('leaves calls to its address, which gets all of them after the service is removed', async () => {
    serve(({ command }) => (command === 'PostToConnectionCommand' ? answer(200) : undefined));
    await expect(deleteConnection('socket')).rejects.toThrow('ECONNREFUSED');
    stop();
    await expect(postToConnection('socket', FRAME)).rejects.toThrow('ECONNREFUSED');
  });
});
