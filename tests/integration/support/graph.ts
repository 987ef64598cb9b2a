import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type GraphStub, startGraphStub } from '../../support/graph-stub.ts';

/** Gives a test file a stub of the Graph API, which hangs up until a test sets its `answer`. Call at the top level. */
export const useGraph = (): (() => GraphStub) => {
  let stub: GraphStub | undefined;
  beforeAll(async () => {
    stub = await startGraphStub();
    process.env.GRAPH_ENDPOINT = stub.url;
  });
  beforeEach(() => {
    if (stub === undefined) return;
    stub.requests.length = 0;
    stub.answer = () => 'hang-up';
  });
  afterAll(async () => {
    delete process.env.GRAPH_ENDPOINT;
    await stub?.stop();
  });
  return () => {
    if (stub === undefined) throw new Error('the Graph API is not up yet');
    return stub;
  };
};
