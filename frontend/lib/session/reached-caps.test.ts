import { afterEach, describe, expect, it } from 'vitest';
import { capInForce, noteReachedCap } from './reached-caps.ts';
import { sessionExample } from './session-example.ts';
import { closeSession, openSession, sessionStore } from './session-store.ts';

const endsAt = '2026-11-27T03:00:00.000Z';
const company = { connectionId: null, cap: 200, endsAt };
const connection = { connectionId: 4, cap: 200, endsAt };
const caps = () => sessionStore.getState().user?.company.reachedSendCaps;

afterEach(() => closeSession());

describe('S-69: a cap that refused a message', () => {
  it('is kept once in the session', () => {
    openSession({ token: 'token', user: sessionExample });
    noteReachedCap(connection);
    noteReachedCap({ ...company, cap: 100 });
    noteReachedCap(company);
    expect(caps()).toEqual([connection, company]);
  });

  it('is ignored if the details are those of another error', () => {
    openSession({ token: 'token', user: sessionExample });
    noteReachedCap({ path: 'body.body' });
    expect(caps()).toEqual([]);
  });
});

describe('S-69: the cap that the shell shows', () => {
  const nowMs = Date.parse(endsAt) - 1;

  it('is the company’s, if several are reached', () => {
    expect(capInForce([connection, company], nowMs)).toEqual(company);
    expect(capInForce([connection], nowMs)).toEqual(connection);
  });

  it('is none once the day has ended', () => {
    expect(capInForce([connection, company], nowMs + 1)).toBeUndefined();
  });
});
