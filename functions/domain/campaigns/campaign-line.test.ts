import {
  type ConnectionStatus,
  connectionHealthSchema,
  connectionStateSchema,
} from '@prosa/shared/entities/connection.ts';
import { describe, expect, it } from 'vitest';
import { facebook } from '../../channels/facebook/facebook.ts';
import { whatsapp } from '../../channels/whatsapp/whatsapp.ts';
import { campaignLine } from './campaign-line.ts';

const NOW = Date.parse('2026-11-20T13:00:00.000Z');
const iso = (agoMs: number) => new Date(NOW - agoMs).toISOString();
const connection = { channel: whatsapp, isStarted: true, rowCreatedAt: iso(86_400_000) };
const stateWith = (status: ConnectionStatus, agoMs = 0) =>
  connectionStateSchema.parse({ companyId: 1, connectionId: 3, status, changedAt: iso(agoMs) });
const healthWith = (fields: object) =>
  connectionHealthSchema.parse({ companyId: 1, connectionId: 3, toldAt: iso(0), ...fields });

describe('a connection, as campaigns see it', () => {
  it.each([
    ['CONNECTED', 600_000, 'up'],
    ['DISCONNECTED', 60_000, 'lost'],
    ['OPENING', 60_000, 'lost'],
    ['DISCONNECTED', 180_000, 'down'],
    ['qrcode', 1_000, 'down'],
    ['TIMEOUT', 1_000, 'down'],
  ] as const)('%s for %i ms is %s', (status, agoMs, expected) => {
    expect(campaignLine(connection, stateWith(status, agoMs), undefined, NOW).state).toBe(expected);
  });

  it('is down if a user stopped it, or if nothing is known of it', () => {
    const stopped = { ...connection, isStarted: false };
    expect(campaignLine(stopped, stateWith('CONNECTED'), undefined, NOW).state).toBe('down');
    expect(campaignLine(connection, undefined, undefined, NOW).state).toBe('down');
  });

  it.each([
    [{ restriction: { kind: 'quality', until: null } }, true],
    [{ restriction: { kind: 'quality', until: iso(-1000) } }, true],
    [{ restriction: { kind: 'quality', until: iso(1000) } }, false],
    [{ quota: { warning: 'reached', used: 9, total: 9, renewsAt: iso(-1000) } }, true],
    [{ quota: { warning: 'second', used: 8, total: 9, renewsAt: null } }, false],
    [{}, false],
  ])('with %j is restricted: %s', (fields, expected) => {
    expect(campaignLine(connection, stateWith('CONNECTED'), healthWith(fields), NOW).isRestricted).toBe(
      expected,
    );
  });

  it('has a cap by its age if it is a paired number, and reaches numbers only by phone', () => {
    expect(campaignLine(connection, undefined, undefined, NOW)).toMatchObject({
      reachedByPairing: true,
      reachesNumbers: true,
      pairedAtMs: NOW - 86_400_000,
    });
    const page = { ...connection, channel: facebook };
    expect(campaignLine(page, stateWith('CONNECTED'), undefined, NOW)).toMatchObject({
      state: 'up',
      reachedByPairing: false,
      reachesNumbers: false,
    });
  });
});
